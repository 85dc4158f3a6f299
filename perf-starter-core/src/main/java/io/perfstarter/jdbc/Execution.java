package io.perfstarter.jdbc;

/**
 * One call of an {@code execute} method of a statement.
 *
 * @param sql the text, without values; of a batch of several texts the first
 * @param kind which of the methods
 * @param autoCommit whether it is a transaction of its own
 * @param startedAt when it was called, by {@link System#nanoTime()}
 */
public record Execution(String sql, Kind kind, boolean autoCommit, long startedAt) {

	/**
	 * The methods, by what they give.
	 */
	public enum Kind {

		/**
		 * {@code executeQuery}.
		 */
		QUERY,

		/**
		 * {@code executeUpdate} and {@code executeLargeUpdate}.
		 */
		UPDATE,

		/**
		 * {@code execute}, of which only the database knows what it gives.
		 */
		ANY,

		/**
		 * {@code executeBatch} and {@code executeLargeBatch}.
		 */
		BATCH

	}

}
