package io.perfstarter.coherence.protocol;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The changes under way whose evictions have no number yet: they may be visible in the
 * database already, so nobody may believe to have heard of all that happened since the
 * oldest of them began. Thread-safe.
 */
public final class PendingCommits {

	private final LongSupplier clock;

	private final AtomicLong ids = new AtomicLong();

	private final Map<Long, Long> beganAt = new ConcurrentHashMap<>();

	/**
	 * Creates an empty set.
	 * @param clock {@link System#nanoTime()}
	 */
	public PendingCommits(LongSupplier clock) {
		this.clock = clock;
	}

	/**
	 * A change begins, before any of it can be seen by others.
	 * @return ends the change, once its evictions are published or it was rolled back;
	 * may be called more than once
	 */
	public Runnable begin() {
		Long id = this.ids.incrementAndGet();
		this.beganAt.put(id, this.clock.getAsLong());
		return () -> this.beganAt.remove(id);
	}

	/**
	 * How long the oldest change has been under way.
	 * @return nanoseconds, zero if none is
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
