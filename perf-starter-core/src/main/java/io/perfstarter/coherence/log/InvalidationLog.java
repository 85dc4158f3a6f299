package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

/**
 * A log of evictions that all instances of a service share.
 *
 * <p>
 * One instance of this type belongs to one instance of the service. Implementations must
 * be thread-safe. Every method may block for a limited time, and throws a
 * {@link LogUnavailableException} if the log cannot be reached or refuses an operation.
 */
public interface InvalidationLog {

	/**
	 * Returns the id of this incarnation of the instance, whose own evictions and changes
	 * {@link #read} leaves out.
	 * @return an id that is not used again after a restart
	 */
	String origin();

	/**
	 * Reads the evictions that others have written since a position. The answer contains
	 * every eviction that was visible one lag before the question.
	 * @param after the end of the previous reading, {@code null} to begin at the end of
	 * the log
	 * @param interval the time after which the answer must be newer than the previous
	 * one; a log that waits returns earlier only with evictions
	 * @return the evictions, and up to where the log has been read
	 */
	LogReading read(@Nullable LogPosition after, Duration interval);

	/**
	 * Returns whether {@link #read} waits for evictions, so that it is called again at
	 * once.
	 * @return {@code false} if it returns at once
	 */
	default boolean waits() {
		return false;
	}

	/**
	 * Returns what a transaction of the database that contains the log has bound to the
	 * current thread, such as a {@code ConnectionHolder}. Only within such a transaction
	 * {@link #join} is called.
	 * @return the resource, {@code null} if there is none
	 */
	default @Nullable Object transactionResource() {
		return null;
	}

	/**
	 * Adds evictions to the transaction of the current thread. They become visible if it
	 * commits, and only then. Does not make the transaction fail.
	 * @param events the evictions
	 * @return {@code false} if they were not added
	 */
	default boolean join(List<Event> events) {
		return false;
	}

	/**
	 * Adds evictions, which are visible to others when this method returns.
	 * @param events the evictions
	 */
	void append(List<Event> events);

	/**
	 * Records changes that may become visible from now on. Also shows that their writer
	 * is alive. A change that has been recorded before is renewed.
	 * @param changes the names of the caches that each change may make stale, by the id
	 * of the change
	 */
	void hold(Map<String, Set<String>> changes);

	/**
	 * Ends a change, after its evictions were added or it was rolled back.
	 * @param change the id of the change
	 */
	void release(String change);

	/**
	 * Ends the change of a writer that does not renew it, and adds evictions of all
	 * entries of its caches, unless it has been renewed or ended in the meantime.
	 * @param change the change, as it was read
	 */
	void abandon(PendingChange change);

	/**
	 * Removes evictions that no reader needs any more. Called by every instance now and
	 * then.
	 * @return the number of instances that read the log, zero if it is not known
	 */
	int maintain();

}
