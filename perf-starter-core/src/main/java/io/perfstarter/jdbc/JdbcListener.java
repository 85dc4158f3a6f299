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
 * A statement may run on another thread than the borrower of the connection, and the
 * connection may be aborted meanwhile. Therefore an operation that has started is always
 * reported to its end, even after {@link #returned}: each {@link #executing} is followed
 * by {@link #executed}. Operations that start after {@link #returned} are not reported.
 * An event that no listener of a connection overrides costs nothing.
 */
public interface JdbcListener {

	/**
	 * Called before a connection is requested from a pool; the request may block. Not
	 * called where only some of the pool's connections are observed.
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
	 * Called before the current thread starts to wait in a queue in front of a pool. The
	 * pool is asked only when a connection is available.
	 * @param pool the pool name
	 */
	default void queued(String pool) {
	}

	/**
	 * Called when the current thread stops waiting in front of a pool, with or without a
	 * connection. Each {@link #queued} is followed by one such call.
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
	 * @param failure the exception of the driver, {@code null} on success; an exception
	 * that is not an {@link SQLException} is wrapped in one
	 */
	default void executed(ConnectionUsage usage, Execution execution, long endedAt, @Nullable SQLException failure) {
	}

	/**
	 * Called when a result set was read to its end or closed, directly or with its
	 * statement. Called at most once per result set, and not for result sets that are
	 * closed only with their connection. If no listener of a connection overrides this
	 * method, result sets are not observed: no {@link Execution.Kind#FETCH} is reported,
	 * and each row and column saves a call.
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
	 * @return the given exception, or one with more detail that has it as its cause;
	 * callers see its type, SQL state and error code
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
	 * Called once when the connection was returned, closed or aborted, even if that
	 * failed. The pool may already have lent the connection to another caller.
	 * @param usage the connection usage
	 */
	default void returned(ConnectionUsage usage) {
	}

	/**
	 * Returns the listener that replaces this one during warm-up requests, which are not
	 * observed. It runs the same code, so that it is compiled early, but publishes
	 * nothing. Called once.
	 * @return a listener without visible effects; does nothing by default
	 */
	default JdbcListener forWarmup() {
		return new JdbcListener() {
		};
	}

}
