package io.perfstarter.coherence.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

import io.perfstarter.coherence.simulation.Bound.Excuse;

/**
 * What happened how often.
 */
final class Tally {

	private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);

	private final Map<String, Long> repairs = new TreeMap<>();

	private long hits;

	private long loads;

	private final Map<Excuse, Long> excuses = new EnumMap<>(Excuse.class);

	// In milliseconds.
	private final Map<Excuse, Long> worstExcused = new EnumMap<>(Excuse.class);

	// In relation to the bound.
	private double worst;

	void count(Fault fault) {
		this.faults.merge(fault, 1L, Long::sum);
	}

	void count(String repair) {
		this.repairs.merge(repair, 1L, Long::sum);
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

	void excuse(Excuse excuse, long nanos) {
		this.excuses.merge(excuse, 1L, Long::sum);
		this.worstExcused.merge(excuse, nanos / 1_000_000, Math::max);
	}

	void add(Tally other) {
		other.faults.forEach((fault, number) -> this.faults.merge(fault, number, Long::sum));
		other.repairs.forEach((repair, number) -> this.repairs.merge(repair, number, Long::sum));
		this.hits += other.hits;
		this.loads += other.loads;
		other.excuses.forEach((excuse, number) -> this.excuses.merge(excuse, number, Long::sum));
		other.worstExcused.forEach((excuse, millis) -> this.worstExcused.merge(excuse, millis, Math::max));
		this.worst = Math.max(this.worst, other.worst);
	}

	Map<Fault, Long> faults() {
		return this.faults;
	}

	long reads() {
		return this.hits + this.loads;
	}

	double hitRate() {
		return (double) this.hits / reads();
	}

	long excused() {
		return this.excuses.values().stream().mapToLong(Long::longValue).sum();
	}

	double worst() {
		return this.worst;
	}

	@Override
	public String toString() {
		return "%,d reads, %.1f %% hits, worst staleness %.1f %% of the bound%n  beyond the assumptions: %s, up to milliseconds: %s%n  faults: %s%n  protocol: %s"
			.formatted(reads(), 100 * hitRate(), 100 * worst(), this.excuses, this.worstExcused, this.faults,
					this.repairs);
	}

}
