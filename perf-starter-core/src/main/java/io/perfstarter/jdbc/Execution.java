package io.perfstarter.jdbc;

/**
 * One piece of work of a database on a connection: a statement, a move to a row that may
 * have to be fetched, or the end of a transaction.
 *
 * @param sql the SQL text without parameter values; for a batch, the first of its
 * statements with the greatest effect; for a fetch, the statement whose rows are fetched;
 * for the end of a transaction, its command
 * @param kind what is executed
 * @param autoCommit whether a statement runs in auto-commit mode
 * @param startedAt the start time by {@link System#nanoTime()}
 */
public record Execution(String sql, Kind kind, boolean autoCommit, long startedAt) {

	static Execution commit() {
		return new Execution("COMMIT", Kind.COMMIT, false, System.nanoTime());
	}

	static Execution rollback(Kind kind) {
		return new Execution("ROLLBACK", kind, false, System.nanoTime());
	}

	Execution fetch() {
		return new Execution(this.sql, Kind.FETCH, this.autoCommit, System.nanoTime());
	}

	/**
	 * Returns whether a statement or batch is executed.
	 * @return {@code false} for a fetch and for the end of a transaction
	 */
	public boolean isStatement() {
		return this.kind.compareTo(Kind.BATCH) <= 0;
	}

	/**
	 * What is executed; statements by the result of their {@code execute} method.
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
		BATCH,

		/**
		 * A move of a result set to a row that the driver may have to fetch: the first
		 * one, and then each one after as many rows as the fetch size says.
		 */
		FETCH,

		/**
		 * The commit of a transaction, explicitly or because auto-commit is enabled
		 * during a transaction. After a failure the transaction may be committed.
		 */
		COMMIT,

		/**
		 * The rollback of a complete transaction.
		 */
		ROLLBACK,

		/**
		 * A rollback to a savepoint.
		 */
		ROLLBACK_TO_SAVEPOINT

	}

}
