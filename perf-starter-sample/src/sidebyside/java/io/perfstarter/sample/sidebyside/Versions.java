package io.perfstarter.sample.sidebyside;

import java.util.NavigableMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;

/**
 * Records since when each version of each ticket was known to be committed. Thread-safe.
 */
final class Versions {

	private final ConcurrentMap<Long, NavigableMap<Long, Long>> seen = new ConcurrentHashMap<>();

	/**
	 * Records that a version was committed.
	 * @param id the id of the ticket
	 * @param version the version
	 * @param nanos when that was known, by {@link System#nanoTime()}
	 */
	void saw(long id, long version, long nanos) {
		this.seen.computeIfAbsent(id, (ignored) -> new ConcurrentSkipListMap<>()).merge(version, nanos, Math::min);
	}

	/**
	 * Returns how long a version had been superseded.
	 * @param id the id of the ticket
	 * @param version the version
	 * @param nanos the time of the question
	 * @return the nanoseconds since a later version was known, 0 if none was
	 */
	long staleness(long id, long version, long nanos) {
		NavigableMap<Long, Long> ofTicket = this.seen.get(id);
		if (ofTicket == null) {
			return 0;
		}
		return ofTicket.tailMap(version, false)
			.values()
			.stream()
			.mapToLong((since) -> Math.max(0, nanos - since))
			.max()
			.orElse(0);
	}

}
