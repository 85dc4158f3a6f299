package io.perfstarter.coherence.protocol;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * The changes in progress whose evictions have no sequence number yet, and the last
 * doubts about caches: changes that may have happened unseen. A change in progress may
 * already be visible in the database. So the freshness watermarks of its caches, here and
 * at the peers, must not pass the start of the oldest change.
 *
 * <p>
 * Thread-safe: guarded by the lock of this object. {@link #begin} reads the clock and
 * tells the {@link FreshnessWatermark} the start of the change under this lock.
 */
public final class PendingCommits {

	private final LongSupplier clock;

	private final FreshnessWatermark watermark;

	// The start of each change by cache, in ascending order; empty for most caches.
	private final Map<String, Map<Object, Long>> changes = new HashMap<>();

	// The time of the last doubt by cache.
	private final Map<String, Long> doubts = new HashMap<>();

	private boolean leaving;

	/**
	 * Creates an empty set.
	 * @param clock a monotonic clock in nanoseconds
	 * @param watermark the freshness watermark of this instance, with the same clock
	 */
	public PendingCommits(LongSupplier clock, FreshnessWatermark watermark) {
		this.clock = clock;
		this.watermark = watermark;
	}

	/**
	 * Starts a change, before it can be visible to others.
	 * @param caches the names of the caches whose entries it may make stale
	 * @return ends the change after its evictions are published or it was rolled back;
	 * may be called more than once
	 */
	public synchronized Runnable begin(Collection<String> caches) {
		List<String> changed = List.copyOf(caches);
		Object change = new Object();
		Long now = this.clock.getAsLong();
		for (String cache : changed) {
			Map<Object, Long> began = this.changes.computeIfAbsent(cache, (name) -> new LinkedHashMap<>());
			began.put(change, now);
			if (began.size() == 1) {
				this.watermark.changing(cache, now);
			}
		}
		return () -> end(change, changed);
	}

	/**
	 * Makes the other instances serve the entries that they have loaded until now by
	 * their own age only, because the data of a cache may have changed unseen.
	 * @param cache the name of the cache
	 * @return {@code false} if this instance leaves the group, so that no peer asks it
	 * any more
	 */
	public synchronized boolean doubt(String cache) {
		if (!this.leaving) {
			this.doubts.put(cache, this.clock.getAsLong());
		}
		return !this.leaving;
	}

	/**
	 * Makes this instance, too, serve the entries of a cache by their own age only, as
	 * {@link #doubt} makes the others.
	 * @param cache the name of the cache
	 * @return {@code false} if this instance leaves the group
	 */
	public synchronized boolean doubtEverywhere(String cache) {
		this.watermark.doubted(cache, this.clock.getAsLong());
		return doubt(cache);
	}

	/**
	 * Accepts no more doubts while this instance leaves the group.
	 */
	synchronized void leaving(boolean leaving) {
		this.leaving = leaving;
	}

	private synchronized void end(Object change, List<String> caches) {
		for (String cache : caches) {
			Map<Object, Long> began = this.changes.get(cache);
			if (began == null || began.remove(change) == null) {
				continue;
			}
			this.watermark.changing(cache, began.isEmpty() ? FreshnessWatermark.ALWAYS : oldest(began));
		}
	}

	private static long oldest(Map<Object, Long> began) {
		return began.values().iterator().next();
	}

	/**
	 * Returns the age of the oldest change in progress.
	 * @return the age in nanoseconds, zero if there is none
	 */
	public long oldestAge() {
		return ages().oldest();
	}

	/**
	 * Returns the age of the oldest change in progress of each cache, and the time since
	 * the last doubt about it.
	 */
	synchronized PendingAges ages() {
		long now = this.clock.getAsLong();
		Map<String, Long> ages = new HashMap<>();
		this.changes.forEach((cache, began) -> {
			if (!began.isEmpty()) {
				ages.put(cache, now - oldest(began));
			}
		});
		Map<String, Long> doubted = new HashMap<>();
		this.doubts.forEach((cache, at) -> doubted.put(cache, now - at));
		return new PendingAges(0, ages, doubted);
	}

}
