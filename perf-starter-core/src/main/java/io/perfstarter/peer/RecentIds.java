package io.perfstarter.peer;

import java.time.Duration;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * Stores ids for a limited time. If full, it rejects new ids instead of discarding one
 * early. Thread-safe.
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
	 * @return why it is rejected, {@code null} if it was added
	 */
	synchronized @Nullable Refusal add(String id) {
		long now = this.clock.getAsLong();
		forgetBefore(now - this.windowMillis);
		if (this.seenAt.containsKey(id)) {
			return Refusal.REPLAY;
		}
		if (this.seenAt.size() >= this.capacity) {
			return Refusal.LOAD;
		}
		this.seenAt.put(id, now);
		return null;
	}

	private void forgetBefore(long oldest) {
		Iterator<Long> times = this.seenAt.values().iterator();
		while (times.hasNext() && times.next() < oldest) {
			times.remove();
		}
	}

}
