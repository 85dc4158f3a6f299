package io.perfstarter.coherence.simulation;

import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * What happened how often.
 */
final class Tally {

	private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);

	private final Map<String, Long> repairs = new TreeMap<>();

	private long hits;

	private long loads;

	private long unknownWriter;

	private long worst;

	private long worstUnknownWriter;

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

	void staleness(long nanos) {
		this.worst = Math.max(this.worst, nanos);
	}

	void unknownWriter(long nanos) {
		this.unknownWriter++;
		this.worstUnknownWriter = Math.max(this.worstUnknownWriter, nanos);
	}

	void add(Tally other) {
		other.faults.forEach((fault, number) -> this.faults.merge(fault, number, Long::sum));
		other.repairs.forEach((repair, number) -> this.repairs.merge(repair, number, Long::sum));
		this.hits += other.hits;
		this.loads += other.loads;
		this.unknownWriter += other.unknownWriter;
		this.worst = Math.max(this.worst, other.worst);
		this.worstUnknownWriter = Math.max(this.worstUnknownWriter, other.worstUnknownWriter);
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

	long unknownWriter() {
		return this.unknownWriter;
	}

	double worstSeconds() {
		return this.worst / 1e9;
	}

	@Override
	public String toString() {
		return "%,d reads, %.1f %% hits, worst staleness %.3f s, of a change by an unknown newcomer %,d reads up to %.3f s%n  faults: %s%n  protocol: %s"
			.formatted(reads(), 100 * hitRate(), worstSeconds(), this.unknownWriter, this.worstUnknownWriter / 1e9,
					this.faults, this.repairs);
	}

}
