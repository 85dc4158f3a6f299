package io.perfstarter.jdbc;

/**
 * One call of an {@code execute} method of a statement.
 *
 * @param sql the SQL text without parameter values; for a batch, its first statement
 * @param kind which execute method was called
 * @param autoCommit whether the statement runs in auto-commit mode
 * @param startedAt the start time by {@link System#nanoTime()}
 */
public record Execution(String sql, Kind kind, boolean autoCommit, long startedAt) {

	/**
	 * The execute methods, grouped by their result.
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
		 * {@code execute}, which may return rows or an update count.
		 */
		ANY,

		/**
		 * {@code executeBatch} and {@code executeLargeBatch}.
		 */
		BATCH

	}

}
