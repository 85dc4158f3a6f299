package io.perfstarter.jdbc;

/**
 * One piece of database work on a connection: a statement, a move of a result set that
 * may fetch rows, or the end of a transaction.
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
	 * What is executed. The kind of a statement depends on its {@code execute} method.
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
		 * A move of a result set for which the driver may have to fetch rows. These are
		 * the first move, and each move after a block as large as the fetch size.
		 */
		FETCH,

		/**
		 * The commit of a transaction, explicitly or because auto-commit is enabled
		 * within it. If the commit fails, the transaction may still be committed.
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
