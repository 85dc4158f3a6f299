package io.perfstarter.reporting.window;

/**
 * The cost of one statement.
 *
 * @param sql the shortened text without literals
 * @param executions the number of executions
 * @param nanos the total time with fetching, in nanoseconds, without JVM pauses
 * @param longest the time of the longest execution, in nanoseconds
 * @param rows the number of fetched rows
 */
public record StatementUse(String sql, long executions, long nanos, long longest, long rows) {

	/**
	 * Returns whether the statement ends a transaction, so that fewer transactions reduce
	 * its cost.
	 * @return {@code true} for a commit or a rollback
	 */
	public boolean endsTransactions() {
		return this.sql.equals("COMMIT") || this.sql.equals("ROLLBACK");
	}

}
