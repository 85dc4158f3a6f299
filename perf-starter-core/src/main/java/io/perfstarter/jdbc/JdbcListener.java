package io.perfstarter.jdbc;

import java.sql.SQLException;

import org.jspecify.annotations.Nullable;

/**
 * Hears what a caller does with a connection that a pool has lent.
 *
 * <p>
 * Called in the thread of the caller, in the order in which the listeners were given.
 * Must neither block nor throw: what is thrown is logged once and ignored.
 *
 * <p>
 * A statement may be executed in another thread than the one that borrowed, and an abort
 * may come while it runs: what has begun is told to its end, even after
 * {@link #returned}, so that every {@link #executing} has its {@link #executed}. What
 * begins after that is not heard.
 */
public interface JdbcListener {

	/**
	 * A pool is about to be asked for a connection, which may take long. Not heard where
	 * only some of a pool's connections are observed.
	 * @param pool its name
	 */
	default void requested(String pool) {
	}

	/**
	 * A pool that was asked has none to lend.
	 * @param pool its name
	 */
	default void refused(String pool) {
	}

	/**
	 * The calling thread is about to wait in front of a pool, which is asked when it has
	 * something to lend.
	 * @param pool its name
	 */
	default void queued(String pool) {
	}

	/**
	 * The calling thread waits no more in front of a pool, whatever it has got. Heard
	 * after each {@link #queued}.
	 * @param pool its name
	 */
	default void unqueued(String pool) {
	}

	/**
	 * A connection was lent.
	 * @param lease what identifies it until it is returned
	 */
	default void borrowed(Lease lease) {
	}

	/**
	 * A statement, or a batch, is about to be executed.
	 * @param lease the connection
	 * @param execution what is executed
	 */
	default void executing(Lease lease, Execution execution) {
	}

	/**
	 * A statement, or a batch, has been executed, or has failed.
	 * @param lease the connection
	 * @param execution what was executed
	 * @param endedAt when it had ended, by {@link System#nanoTime()}
	 * @param failure why it failed, as the driver says it, {@code null} if it did not;
	 * what is no {@link SQLException} comes as the cause of one
	 */
	default void executed(Lease lease, Execution execution, long endedAt, @Nullable SQLException failure) {
	}

	/**
	 * Whether this hears of rows, too. If nobody of a lease does, result sets are those
	 * of the driver, because a caller asks them for every column of every row.
	 * @return whether it wants to hear {@link #fetching}, {@link #fetched} and
	 * {@link #rows}; always the same
	 */
	default boolean hearsRows() {
		return false;
	}

	/**
	 * A caller is about to ask a result set for its next row. No longer heard of a result
	 * set that has given many in so short a time that it must have had them all, but for
	 * one in 1,000.
	 * @param lease the connection
	 * @param execution what has given the result set
	 * @param startedAt when, by {@link System#nanoTime()}
	 */
	default void fetching(Lease lease, Execution execution, long startedAt) {
	}

	/**
	 * A result set has been asked for its next row, or that has failed. Heard after each
	 * {@link #fetching}.
	 * @param lease the connection
	 * @param execution what has given the result set
	 * @param endedAt when, by {@link System#nanoTime()}
	 */
	default void fetched(Lease lease, Execution execution, long endedAt) {
	}

	/**
	 * A result set has come to its end, or was closed, alone or with its statement. Heard
	 * at most once of each; not of those that are left to the connection to close.
	 * @param lease the connection
	 * @param execution what has given the result set
	 * @param rows how many rows it gave, one after the other
	 */
	default void rows(Lease lease, Execution execution, long rows) {
	}

	/**
	 * What to throw instead of a failure. Asked before {@link #executed}, which hears the
	 * original.
	 * @param lease the connection
	 * @param execution what has failed
	 * @param failure why, as the listener before has explained it
	 * @return the failure itself, or one that says more and has it as its cause; its
	 * type, state and code are what callers see
	 */
	default SQLException explained(Lease lease, Execution execution, SQLException failure) {
		return failure;
	}

	/**
	 * A caller has taken what it may do anything with that is not heard: the real
	 * connection or statement, or a result set by which rows can be changed.
	 * @param lease the connection
	 */
	default void unwrapped(Lease lease) {
	}

	/**
	 * A transaction is about to be ended, all of it, which may take long.
	 * @param lease the connection
	 * @param startedAt when, by {@link System#nanoTime()}
	 */
	default void ending(Lease lease, long startedAt) {
	}

	/**
	 * A transaction was ended, or that has failed. Heard after each {@link #ending}, and
	 * before {@link #committed} and {@link #rolledBack}.
	 * @param lease the connection
	 * @param command what SQL calls it, COMMIT or ROLLBACK
	 * @param endedAt when, by {@link System#nanoTime()}
	 */
	default void ended(Lease lease, String command, long endedAt) {
	}

	/**
	 * A transaction was committed, or may have been: the commit has returned or failed,
	 * or auto-commit was switched on while a transaction was open.
	 * @param lease the connection
	 */
	default void committed(Lease lease) {
	}

	/**
	 * A transaction was rolled back: all of it, and without failure.
	 * @param lease the connection
	 */
	default void rolledBack(Lease lease) {
	}

	/**
	 * A connection was returned, closed or aborted, or this has failed; heard once. The
	 * pool may have lent it again by then.
	 * @param lease the connection
	 */
	default void returned(Lease lease) {
	}

	/**
	 * Who hears, in its place, what {@linkplain JdbcSilence nobody} is to hear of: so its
	 * code becomes warm, too. Asked once.
	 * @return one that tells nobody
	 */
	default JdbcListener rehearsal() {
		return new JdbcListener() {
		};
	}

}
