package io.perfstarter.sample.sidebyside;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * Counts the reads of a candidate, and how stale they were.
 *
 * @param reads the number of answered reads
 * @param hits how many of them came from the cache
 * @param stale how many were staler than the tolerance
 * @param overBound how many were staler than the bound
 * @param worst the greatest staleness
 * @param p99 the response time that 1 % of the reads exceeded
 */
record Score(long reads, long hits, long stale, long overBound, Duration worst, Duration p99) {

	/** Below, a change may still be on its way. */
	static final Duration TOLERANCE = Duration.ofMillis(100);

	static Score of(Collection<Read> reads, Versions versions, Predicate<Read> counted) {
		long hits = 0;
		long stale = 0;
		long overBound = 0;
		long worst = 0;
		List<Long> times = new ArrayList<>();
		for (Read read : reads) {
			if (counted.test(read)) {
				long staleness = versions.staleness(read.id(), read.version(), read.start());
				times.add(read.nanos());
				hits += read.hit() ? 1 : 0;
				stale += (staleness > TOLERANCE.toNanos()) ? 1 : 0;
				overBound += (staleness > SideBySideTests.BOUND.toNanos()) ? 1 : 0;
				worst = Math.max(worst, staleness);
			}
		}
		times.sort(null);
		long p99 = times.isEmpty() ? 0 : times.get(times.size() * 99 / 100);
		return new Score(times.size(), hits, stale, overBound, Duration.ofNanos(worst), Duration.ofNanos(p99));
	}

}
