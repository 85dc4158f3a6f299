package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Remembers ids for a while; when full it takes no more rather than forget one too early.
 */
public final class RecentIds {

	private final int capacity;

	private final long windowMillis;

	private final LongSupplier clock;

	// Oldest first. Guarded by this.
	private final Map<String, Long> seenAt = new LinkedHashMap<>();

	/**
	 * Creates a memory.
	 * @param capacity most ids remembered
	 * @param window how long an id is remembered
	 * @param clock the time in milliseconds
	 */
	public RecentIds(int capacity, Duration window, LongSupplier clock) {
		this.capacity = capacity;
		this.windowMillis = window.toMillis();
		this.clock = clock;
	}

	/**
	 * Remembers an id from now on.
	 * @param id the id
	 * @return what came of it
	 */
	public synchronized Result add(String id) {
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

	/**
	 * Whether an id is remembered.
	 * @param id the id
	 * @return whether it is
	 */
	public synchronized boolean contains(String id) {
		forgetBefore(this.clock.getAsLong() - this.windowMillis);
		return this.seenAt.containsKey(id);
	}

	private void forgetBefore(long oldest) {
		Iterator<Long> times = this.seenAt.values().iterator();
		while (times.hasNext() && times.next() < oldest) {
			times.remove();
		}
	}

	/**
	 * What came of adding an id.
	 */
	public enum Result {

		/**
		 * The id is new.
		 */
		ADDED,

		/**
		 * The id was there already.
		 */
		KNOWN,

		/**
		 * There is no room for the id.
		 */
		FULL

	}

}
