package io.perfstarter.routing;

/**
 * Hands what a caller has written over to reads on other threads and instances, for
 * example with a message or a job.
 *
 * <p>
 * A bean of this type exists where routing is on. It needs {@code perf-starter.secret},
 * the same for all instances of the service. Thread-safe.
 */
public interface ReadYourWrites {

	/**
	 * Returns a token for what the current request, or outside of requests the current
	 * thread, has committed or must find. To be called after the commit, such as by an
	 * after-commit listener: before it, the token does not contain the transaction.
	 *
	 * <p>
	 * Asks the primary for its position, which usually takes some milliseconds, and one
	 * second at most. If it does not answer in time, or the database has no positions,
	 * the token counts from the current time. Without a write, the token requires
	 * nothing, and nothing is asked. No connection of a pool is used.
	 * @return a text of letters, digits, hyphens and underscores: 56 characters for
	 * PostgreSQL, 35 and 22 for each replication domain for MariaDB
	 */
	String token();

	/**
	 * Requires that the reads that follow in the current request, or outside of requests
	 * on the current thread, find what a token stands for: on a replica that is known to
	 * have it, otherwise on the primary. Does not wait.
	 *
	 * <p>
	 * A token that is older than {@code perf-starter.routing.lag.hard-max} and a minute
	 * requires nothing, because no replica that serves reads is as far behind.
	 * @param token the token, of any instance of the service
	 * @throws IllegalArgumentException if the token is {@code null}, was changed, or was
	 * not signed with the secret of this instance
	 */
	void require(String token);

}
