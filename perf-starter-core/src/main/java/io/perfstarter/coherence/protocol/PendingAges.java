package io.perfstarter.coherence.protocol;

import java.util.Collections;
import java.util.Map;

/**
 * The ages of the oldest changes in progress at an instance, and of the last doubts about
 * its caches, in nanoseconds.
 *
 * @param every the age of the oldest change that may affect every cache, zero for none
 * @param caches the ages of the oldest changes of single caches, by the name of the cache
 * @param doubts the times since the last doubt, by the name of the cache or
 * {@link #EVERY_CACHE}
 */
public record PendingAges(long every, Map<String, Long> caches, Map<String, Long> doubts) {

	/**
	 * The name that stands for all caches.
	 */
	public static final String EVERY_CACHE = "";

	/**
	 * The maximum number of single caches, and of doubts.
	 */
	public static final int MAX_CACHES = 100;

	/**
	 * No change is in progress.
	 */
	public static final PendingAges NONE = new PendingAges(0, Map.of(), Map.of());

	public PendingAges {
		caches = Map.copyOf(caches);
		doubts = Map.copyOf(doubts);
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
	 * Returns ages that fit into an answer: one age for all caches if there are too many.
	 */
	PendingAges bounded(Wire wire) {
		boolean fits = fits(this.caches, wire) && fits(this.doubts, wire);
		return fits ? this : new PendingAges(oldest(), Map.of(),
				this.doubts.isEmpty() ? Map.of() : Map.of(EVERY_CACHE, Collections.min(this.doubts.values())));
	}

	private static boolean fits(Map<String, Long> ages, Wire wire) {
		long total = (ages.size() <= MAX_CACHES) ? 0 : Integer.MAX_VALUE;
		for (String cache : ages.keySet()) {
			int weight = wire.weight(cache);
			total += (weight != Wire.CANNOT_TRAVEL) ? weight : Integer.MAX_VALUE;
		}
		return total <= wire.pendingCapacity();
	}

}
