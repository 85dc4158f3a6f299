package io.perfstarter.sample.coherence;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * All values that tickets had in the database, each of them once, and when the next one
 * was surely visible.
 *
 * <p>
 * In doubt it favours the instances: a value is superseded when somebody has seen one of
 * its successors, not when that was written.
 */
final class History {

	private static final long NOT_YET = Long.MAX_VALUE;

	private final Map<Long, Map<String, Long>> supersededAt = new HashMap<>();

	/**
	 * Creates a history.
	 * @param values the values of each ticket in the order of their commits
	 * @param seenAt when a value was seen first, by {@link System#nanoTime()}
	 */
	History(Map<Long, List<String>> values, Map<String, Long> seenAt) {
		values.forEach((id, ofTicket) -> this.supersededAt.put(id, supersededAt(ofTicket, seenAt)));
	}

	private static Map<String, Long> supersededAt(List<String> values, Map<String, Long> seenAt) {
		Map<String, Long> moments = new HashMap<>();
		long successorSeenAt = NOT_YET;
		for (int i = values.size() - 1; i >= 0; i--) {
			String value = values.get(i);
			if (moments.put(value, successorSeenAt) != null) {
				throw new IllegalArgumentException("'%s' was written twice".formatted(value));
			}
			successorSeenAt = earlier(successorSeenAt, seenAt.getOrDefault(value, NOT_YET));
		}
		return moments;
	}

	private static long earlier(long one, long other) {
		return (one == NOT_YET || (other != NOT_YET && other - one < 0)) ? other : one;
	}

	/**
	 * How long the value of a read had been superseded when the read began.
	 * @return the time, zero if the value was current
	 */
	Duration staleness(Read read) {
		Long moment = this.supersededAt.getOrDefault(read.id(), Map.of()).get(read.value());
		if (moment == null) {
			throw new IllegalArgumentException("%s was never committed".formatted(read));
		}
		return (moment == NOT_YET) ? Duration.ZERO : Duration.ofNanos(Math.max(0, read.start() - moment));
	}

}
