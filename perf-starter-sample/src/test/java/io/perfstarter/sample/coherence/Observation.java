package io.perfstarter.sample.coherence;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/**
 * What the readers saw during a fault.
 *
 * @param reads the number of reads that were answered
 * @param stale the stale reads, the stalest first
 */
record Observation(long reads, List<StaleRead> stale) {

	static Observation of(Collection<Read> reads, History history) {
		List<StaleRead> stale = new ArrayList<>();
		for (Read read : reads) {
			Duration staleness = history.staleness(read);
			if (!staleness.isZero()) {
				stale.add(new StaleRead(read, staleness));
			}
		}
		stale.sort(Comparator.comparing(StaleRead::staleness).reversed());
		return new Observation(reads.size(), stale);
	}

	Duration worst() {
		return this.stale.isEmpty() ? Duration.ZERO : this.stale.get(0).staleness();
	}

	List<StaleRead> over(Duration bound) {
		return this.stale.stream().filter((read) -> read.staleness().compareTo(bound) > 0).toList();
	}

	/**
	 * A read of a value that had a successor.
	 *
	 * @param read the read
	 * @param staleness since when, at least
	 */
	record StaleRead(Read read, Duration staleness) {
	}

}
