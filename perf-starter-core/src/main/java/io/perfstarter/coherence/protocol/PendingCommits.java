package io.perfstarter.coherence.protocol;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The changes in progress whose evictions have no sequence number yet. They may already
 * be visible in the database, so the freshness watermark of the peers must not pass the
 * start of the oldest one. Thread-safe.
 */
public final class PendingCommits {

	private final LongSupplier clock;

	private final AtomicLong ids = new AtomicLong();

	private final Map<Long, Long> beganAt = new ConcurrentHashMap<>();

	/**
	 * Creates an empty set.
	 * @param clock a monotonic clock in nanoseconds
	 */
	public PendingCommits(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * Starts a change, before it can be visible to others.
	 * @return ends the change after its evictions are published or it was rolled back;
	 * may be called more than once
	 */
	public Runnable begin() {
		Long id = this.ids.incrementAndGet();
		this.beganAt.put(id, this.clock.getAsLong());
		return () -> this.beganAt.remove(id);
	}

	/**
	 * Returns the age of the oldest change in progress.
	 * @return the age in nanoseconds, zero if there is none
	 */
	public long oldestAge() {
		long now = this.clock.getAsLong();
		long oldest = 0;
		for (long began : this.beganAt.values()) {
			oldest = Math.max(oldest, now - began);
		}
		return oldest;
	}

}
