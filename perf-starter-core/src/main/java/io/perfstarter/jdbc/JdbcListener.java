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
 * A statement may run on a different thread than the one that borrowed the connection,
 * and the connection may be aborted meanwhile. Therefore an operation that has started is
 * always reported to its end, even after {@link #returned}: each {@link #executing} is
 * followed by {@link #executed}. Operations that start after {@link #returned} are not
 * reported.
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
	 * Called before a statement or batch is executed.
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
	 * Returns whether this listener observes the rows of result sets. If no listener of a
	 * connection does, the result sets of the driver are returned unwrapped, which saves
	 * a call for each row and column.
	 * @return {@code true} to receive {@link #fetching}, {@link #fetched} and
	 * {@link #rows}; must not change over time
	 */
	default boolean observesRows() {
		return false;
	}

	/**
	 * Called before a result set is moved to a row that the driver may have to fetch: the
	 * first one, and then each one after as many rows as the fetch size says.
	 * @param usage the connection usage
	 * @param execution the execution that returned the result set
	 * @param startedAt the start time by {@link System#nanoTime()}
	 */
	default void fetching(ConnectionUsage usage, Execution execution, long startedAt) {
	}

	/**
	 * Called when the move to the next row has ended, successfully or not. Each
	 * {@link #fetching} is followed by one such call.
	 * @param usage the connection usage
	 * @param execution the execution that returned the result set
	 * @param endedAt the end time by {@link System#nanoTime()}
	 */
	default void fetched(ConnectionUsage usage, Execution execution, long endedAt) {
	}

	/**
	 * Called when a result set was read to its end or closed, directly or with its
	 * statement. Called at most once per result set, and not for result sets that are
	 * closed only with their connection.
	 * @param usage the connection usage
	 * @param execution the execution that returned the result set
	 * @param rows the number of rows that were read sequentially
	 */
	default void rows(ConnectionUsage usage, Execution execution, long rows) {
	}

	/**
	 * Returns the exception to throw to the caller. Called before {@link #executed},
	 * which receives the original exception.
	 * @param usage the connection usage
	 * @param execution the failed execution
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
	 * Called before a transaction is committed, explicitly or because auto-commit is
	 * enabled, and before {@link #ending}. Each such call is followed by
	 * {@link #committed}.
	 * @param usage the connection usage
	 */
	default void committing(ConnectionUsage usage) {
	}

	/**
	 * Called before a complete transaction is committed or rolled back, which may take
	 * long.
	 * @param usage the connection usage
	 * @param startedAt the start time by {@link System#nanoTime()}
	 */
	default void ending(ConnectionUsage usage, long startedAt) {
	}

	/**
	 * Called when a commit or rollback has ended, successfully or not. Each
	 * {@link #ending} is followed by one such call, which precedes {@link #committed} and
	 * {@link #rolledBack}.
	 * @param usage the connection usage
	 * @param command the SQL command, COMMIT or ROLLBACK
	 * @param endedAt the end time by {@link System#nanoTime()}
	 */
	default void ended(ConnectionUsage usage, String command, long endedAt) {
	}

	/**
	 * Called when a transaction was or may have been committed: the commit has returned
	 * or failed, or auto-commit was enabled during a transaction.
	 * @param usage the connection usage
	 */
	default void committed(ConnectionUsage usage) {
	}

	/**
	 * Called when a complete transaction was rolled back successfully.
	 * @param usage the connection usage
	 */
	default void rolledBack(ConnectionUsage usage) {
	}

	/**
	 * Called when a transaction was rolled back to a savepoint successfully.
	 * @param usage the connection usage
	 */
	default void rolledBackToSavepoint(ConnectionUsage usage) {
	}

	/**
	 * Called once when the connection was returned, closed or aborted, even if that
	 * failed. The pool may already have lent the connection to another caller.
	 * @param usage the connection usage
	 */
	default void returned(ConnectionUsage usage) {
	}

	/**
	 * Returns the listener that replaces this one during warm-up requests,
	 * {@linkplain JdbcObservationFilter which are not observed}. It runs the same code,
	 * so that it is compiled early, but publishes nothing. Called once.
	 * @return a listener without visible effects; does nothing by default
	 */
	default JdbcListener forWarmup() {
		return new JdbcListener() {
		};
	}

}
