package io.perfstarter.support;

/**
 * Counts the commits that a database has turned into rollbacks without an error, as
 * PostgreSQL does after a failed statement. Thread-safe.
 */
@FunctionalInterface
public interface SilentRollbacks {

	/**
	 * Counts silent rollbacks of the current thread.
	 * @return a number that grows with each silent rollback; a constant if statements are
	 * not observed
	 */
	long silentRollbacks();

}
