package io.perfstarter.coherence.simulation;

import java.util.EnumMap;
import java.util.Map;

/**
 * What happened how often.
 */
final class Tally {

	final Map<Fault, Long> faults = new EnumMap<>(Fault.class);

	private long hits;

	private long loads;

	// Reads beyond the assumptions.
	long excused;

	// In relation to the bound.
	double worst;

	void count(Fault fault) {
		this.faults.merge(fault, 1L, Long::sum);
	}

	void read(boolean hit) {
		if (hit) {
			this.hits++;
		}
		else {
			this.loads++;
		}
	}

	void staleness(double ofTheBound) {
		this.worst = Math.max(this.worst, ofTheBound);
	}

	void add(Tally other) {
		other.faults.forEach((fault, number) -> this.faults.merge(fault, number, Long::sum));
		this.hits += other.hits;
		this.loads += other.loads;
		this.excused += other.excused;
		staleness(other.worst);
	}

	long reads() {
		return this.hits + this.loads;
	}

	double hitRate() {
		return (double) this.hits / reads();
	}

	@Override
	public String toString() {
		return "%,d reads, %.1f %% hits, worst staleness %.1f %% of the bound, %d reads beyond the assumptions; %s"
			.formatted(reads(), 100 * hitRate(), 100 * this.worst, this.excused, this.faults);
	}

}
