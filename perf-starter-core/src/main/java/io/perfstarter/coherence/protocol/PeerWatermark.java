package io.perfstarter.coherence.protocol;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * The time up to which all evictions of one peer are applied, and the earlier times of
 * the caches that the peer is changing. Never moves back; not thread-safe.
 */
final class PeerWatermark {

	private long upTo = FreshnessWatermark.NEVER;

	// Only times before that of all caches.
	private Map<String, Long> behind = Map.of();

	/**
	 * Returns the time for a cache that the peer is not changing.
	 */
	long upTo() {
		return this.upTo;
	}

	/**
	 * Returns the times of the caches that are behind.
	 */
	Map<String, Long> behind() {
		return this.behind;
	}

	/**
	 * Processes an answer whose high watermark is reached: everything that the peer had
	 * committed when it was asked is applied, except changes in progress.
	 * @param asked the time of the request, {@link FreshnessWatermark#NEVER} if there was
	 * none
	 * @param pending the changes in progress when the peer answered
	 */
	void advance(long asked, PendingAges pending) {
		if (asked == FreshnessWatermark.NEVER) {
			return;
		}
		long before = this.upTo;
		this.upTo = Math.max(before, earlier(asked, pending.every()));
		Set<String> named = new HashSet<>(this.behind.keySet());
		named.addAll(pending.caches().keySet());
		Map<String, Long> still = new HashMap<>();
		for (String cache : named) {
			long moment = Math.max(this.behind.getOrDefault(cache, before), earlier(asked, pending.of(cache)));
			if (moment < this.upTo) {
				still.put(cache, moment);
			}
		}
		this.behind = Map.copyOf(still);
	}

	private static long earlier(long asked, long age) {
		long moment = asked - age;
		// An absurd age of a peer must not overflow into the future.
		return (moment <= asked) ? moment : FreshnessWatermark.NEVER;
	}

}
