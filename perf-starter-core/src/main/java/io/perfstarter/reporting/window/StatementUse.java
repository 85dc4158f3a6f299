package io.perfstarter.reporting.window;

/**
 * What one statement has cost.
 *
 * @param sql its text without literals, shortened
 * @param executions how often it was executed
 * @param nanos how long that took, with fetching; in nanoseconds, net of stops
 * @param longest the longest of these, in nanoseconds
 * @param rows how many rows were fetched
 */
public record StatementUse(String sql, long executions, long nanos, long longest, long rows) {

	/**
	 * Whether it ends transactions, so that it is made cheaper by fewer of these.
	 * @return whether it is a commit or a rollback
	 */
	public boolean endsTransactions() {
		return this.sql.equals("COMMIT") || this.sql.equals("ROLLBACK");
	}

}
