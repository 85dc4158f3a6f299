package io.perfstarter.reporting.window;

import java.util.regex.Pattern;

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

	private static final Pattern CHANGE = Pattern.compile("\\s*(insert|update|delete|merge)\\b",
			Pattern.CASE_INSENSITIVE);

	/**
	 * Returns whether the statement ends a transaction, so that fewer transactions reduce
	 * its cost.
	 * @return {@code true} for a commit or a rollback
	 */
	public boolean endsTransactions() {
		return this.sql.equals("COMMIT") || this.sql.equals("ROLLBACK");
	}

	/**
	 * Returns whether the statement begins like one that changes rows, so that several
	 * executions can be one batch.
	 * @return {@code true} for an insert, update, delete or merge
	 */
	public boolean changesRows() {
		return CHANGE.matcher(this.sql).lookingAt();
	}

}
