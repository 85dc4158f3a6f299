package io.perfstarter.routing;

/**
 * Lets reads on other threads and instances, for example of a message or a job, find what
 * a caller has written.
 *
 * <p>
 * A bean of this type exists where routing is on. It needs {@code perf-starter.secret},
 * the same for all instances of the service. Thread-safe.
 */
public interface ReadYourWrites {

	/**
	 * Returns a token for what the current request, or outside of requests the current
	 * thread, has committed or must find. Call it after the commit, such as in an
	 * after-commit listener. Before the commit, the token does not cover the transaction.
	 *
	 * <p>
	 * Waits for the position of the primary, usually some milliseconds, one second at
	 * most. Without a position in time, the token counts from the current time. Without a
	 * write, it requires nothing, and there is no wait. Uses no connection of a pool.
	 * @return a text of letters, digits, hyphens and underscores: 56 characters for
	 * PostgreSQL, 35 and 22 for each replication domain for MariaDB
	 */
	String token();

	/**
	 * Requires that the reads that follow in the current request, or outside of requests
	 * on the current thread, find what a token stands for. They use a replica that is
	 * known to have it, otherwise the primary. Does not wait.
	 *
	 * <p>
	 * A token requires nothing if it is a minute older than {@code lag.hard-max} and
	 * {@code read-your-writes.window}: no replica that serves reads is as far behind.
	 * @param token the token, of any instance of the service
	 * @throws IllegalArgumentException if the token is {@code null}, was changed, or was
	 * not signed with the secret of this instance
	 */
	void require(String token);

}
