package io.perfstarter.jdbc;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Receives the events of connections borrowed from a pool.
 *
 * <p>
 * Called on the thread that uses the connection, in the order in which the listeners were
 * registered. Implementations must be thread-safe and must neither block nor throw; an
 * exception is logged once and otherwise ignored.
 *
 * <p>
 * The thread of a statement may differ from the thread that borrowed the connection, and
 * the connection may be aborted meanwhile. Therefore the end of each operation that has
 * started is reported, even after {@link #returned}: {@link #executed} follows each
 * {@link #executing}. Operations that start after {@link #returned} are not reported. An
 * event that no listener of a connection overrides costs nothing.
 */
public interface JdbcListener {

	/**
	 * Called before a connection is requested from a pool; the request may block. Not
	 * called if only some connections of the pool are observed.
	 * @param pool the pool name
	 */
	default void requested(String pool) {
	}

	/**
	 * Called when a request for a connection has failed.
	 * @param pool the pool name
	 */
	default void refused(String pool) {
	}

	/**
	 * Called before the current thread starts to wait in a queue in front of a pool. It
	 * requests a connection only when one is available.
	 * @param pool the pool name
	 */
	default void queued(String pool) {
	}

	/**
	 * Called when the current thread stops waiting in front of a pool, with or without a
	 * connection. Follows each {@link #queued} once.
	 * @param pool the pool name
	 */
	default void unqueued(String pool) {
	}

	/**
	 * Called when a connection was borrowed.
	 * @param usage identifies the connection until it is returned
	 */
	default void borrowed(ConnectionUsage usage) {
	}

	/**
	 * Called before a statement, a fetch, or the end of a transaction is executed.
	 * @param usage the connection usage
	 * @param execution the execution
	 */
	default void executing(ConnectionUsage usage, Execution execution) {
	}

	/**
	 * Called when an execution has ended, successfully or not.
	 * @param usage the connection usage
	 * @param execution the execution
	 * @param endedAt the end time by {@link System#nanoTime()}
	 * @param failure the exception of the driver, {@code null} on success; any other
	 * exception is wrapped in an {@link SQLException}
	 */
	default void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
	}

	/**
	 * Called when a result set was read to its end or closed, directly or with its
	 * statement. Called at most once per result set, and not for a result set that is
	 * closed only with its connection. If no listener of a connection overrides this
	 * method, result sets are not observed. This saves a call for each row and column,
	 * but no {@link Execution.Kind#FETCH} is reported.
	 * @param usage the connection usage
	 * @param execution the execution that returned the result set
	 * @param rows the number of rows that were read sequentially
	 */
	default void rows(ConnectionUsage usage, Execution execution, long rows) {
	}

	/**
	 * Returns the exception to throw to the caller of a statement. Called before
	 * {@link #executed}, which receives the original exception.
	 * @param usage the connection usage
	 * @param execution the failed statement
	 * @param failure the exception as returned by the previous listener
	 * @return the given exception, or one with more detail and the given one as its
	 * cause; callers see its type, SQL state and error code
	 */
	default SQLException explained(ConnectionUsage usage, Execution execution, SQLException failure) {
		return failure;
	}

	/**
	 * Called when the caller obtains an object whose use cannot be observed: the
	 * unwrapped connection or statement, or an updatable result set.
	 * @param usage the connection usage
	 */
	default void unwrapped(ConnectionUsage usage) {
	}

	/**
	 * Called once after the return, close or abort of the connection, even if it failed.
	 * The pool may already have lent the connection to another caller.
	 * @param usage the connection usage
	 */
	default void returned(ConnectionUsage usage) {
	}

	/**
	 * Returns the listener that replaces this one during warm-up requests, which must not
	 * appear in reports. It runs the same code, so that the JVM compiles it early, but
	 * publishes nothing. Called once.
	 * @return a listener without visible effects; does nothing by default
	 */
	default JdbcListener forWarmup() {
		return new JdbcListener() {
		};
	}

}
