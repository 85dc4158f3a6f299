package io.perfstarter.jdbc;

import java.util.regex.Pattern;

/**
 * Recognizes statements that use the advisory locks of PostgreSQL, MariaDB or MySQL. Such
 * a lock coordinates all users of a database, so it must be taken on the primary.
 */
public final class AdvisoryLock {

	private static final Pattern CALL = Pattern.compile(
			"\\b(?:pg_(?:try_)?advisory_\\w++|(?:get|release|is_free|is_used)_lock|release_all_locks)\\s*+\\(",
			Pattern.CASE_INSENSITIVE);

	private AdvisoryLock() {
	}

	/**
	 * Returns whether a statement calls a function for advisory locks.
	 * @param sql the statement
	 * @return whether its text shows such a call
	 */
	public static boolean isIn(String sql) {
		return CALL.matcher(sql).find() && CALL.matcher(StatementEffect.withoutLiterals(sql)).find();
	}

}
