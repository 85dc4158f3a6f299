package io.perfstarter.coherence.protocol;

import java.util.Collections;
import java.util.Map;

/**
 * The ages of the oldest changes in progress at an instance, in nanoseconds.
 *
 * @param every the age of the oldest change that may affect every cache, zero for none
 * @param caches the ages of the oldest changes of single caches, by the name of the cache
 */
public record PendingAges(long every, Map<String, Long> caches) {

	/**
	 * The maximum number of single caches.
	 */
	public static final int MAX_CACHES = 100;

	/**
	 * No change is in progress.
	 */
	public static final PendingAges NONE = new PendingAges(0, Map.of());

	public PendingAges {
		caches = Map.copyOf(caches);
	}

	/**
	 * Returns the age of the oldest change.
	 */
	long oldest() {
		return Math.max(this.every, this.caches.isEmpty() ? 0 : Collections.max(this.caches.values()));
	}

	/**
	 * Returns the age of the oldest change that may affect a cache.
	 */
	long of(String cache) {
		return Math.max(this.every, this.caches.getOrDefault(cache, 0L));
	}

	/**
	 * Returns ages that fit into an answer: one for all caches if there are too many.
	 */
	PendingAges bounded(Wire wire) {
		if (this.caches.size() > MAX_CACHES) {
			return new PendingAges(oldest(), Map.of());
		}
		long total = 0;
		for (String cache : this.caches.keySet()) {
			int weight = wire.weight(cache);
			total += (weight != Wire.CANNOT_TRAVEL) ? weight : Integer.MAX_VALUE;
		}
		return (total <= wire.pendingCapacity()) ? this : new PendingAges(oldest(), Map.of());
	}

}
