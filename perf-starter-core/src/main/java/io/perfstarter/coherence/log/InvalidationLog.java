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
	 * every eviction that was visible at the time of the question less the lag.
	 * @param after the end of the previous reading, {@code null} to begin at the end of
	 * the log
	 * @param interval the time between two questions to the log; a log that waits returns
	 * earlier only with evictions
	 * @return the evictions, and up to where the log has been read
	 */
	LogReading read(@Nullable LogPosition after, Duration interval);

	/**
	 * Returns whether {@link #read} waits for evictions, so that the reader calls it
	 * again at once.
	 * @return {@code false} if it returns at once
	 */
	default boolean waits() {
		return false;
	}

	/**
	 * Returns the resource that a transaction of the log's database has bound to the
	 * current thread, such as a {@code ConnectionHolder}. {@link #join} is called only
	 * within such a transaction.
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
	 * Ends a change that its writer does not renew, and evicts all entries of its caches.
	 * Does nothing if the change was renewed or ended in the meantime.
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
