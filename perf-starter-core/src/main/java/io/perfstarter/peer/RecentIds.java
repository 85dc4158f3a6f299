package io.perfstarter.peer;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Stores ids for a limited time. If full, it rejects new ids instead of discarding one
 * early.
 */
final class RecentIds {

	private final int capacity;

	private final long windowMillis;

	private final LongSupplier clock;

	// Oldest first. Guarded by this.
	private final Map<String, Long> seenAt = new LinkedHashMap<>();

	/**
	 * Creates an empty set.
	 * @param capacity the maximum number of ids
	 * @param window the time for which an id is stored
	 * @param clock the current time in milliseconds
	 */
	RecentIds(int capacity, Duration window, LongSupplier clock) {
		this.capacity = capacity;
		this.windowMillis = window.toMillis();
		this.clock = clock;
	}

	/**
	 * Adds an id.
	 * @param id the id
	 * @return the result
	 */
	synchronized Result add(String id) {
		long now = this.clock.getAsLong();
		forgetBefore(now - this.windowMillis);
		if (this.seenAt.containsKey(id)) {
			return Result.KNOWN;
		}
		if (this.seenAt.size() >= this.capacity) {
			return Result.FULL;
		}
		this.seenAt.put(id, now);
		return Result.ADDED;
	}

	private void forgetBefore(long oldest) {
		Iterator<Long> times = this.seenAt.values().iterator();
		while (times.hasNext() && times.next() < oldest) {
			times.remove();
		}
	}

	/**
	 * The result of adding an id.
	 */
	enum Result {

		/**
		 * The id is new.
		 */
		ADDED,

		/**
		 * The id was already stored.
		 */
		KNOWN,

		/**
		 * The id was rejected, because the set is full.
		 */
		FULL

	}

}
