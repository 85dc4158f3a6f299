package io.perfstarter.coherence.simulation;

import java.time.Duration;
import java.util.Locale;

import io.perfstarter.coherence.simulation.SimulatedDatabase.Commit;
import org.jspecify.annotations.Nullable;

/**
 * The promise: no read returns a value that was replaced longer ago than the bound, when
 * the read began.
 *
 * <p>
 * Not covered are changes by an instance of which the reader cannot know yet: it was
 * neither greeted by it nor is that instance listed for it.
 */
final class Bound {

	static final String VIOLATION = "VIOLATION";

	private final Simulation simulation;

	private final Duration maxStaleness;

	// The first read that broke the promise.
	@Nullable String violation;

	Bound(Simulation simulation, Duration maxStaleness) {
		this.simulation = simulation;
		this.maxStaleness = maxStaleness;
	}

	void check(Instance reader, Version version, long start, boolean hit) {
		Tally tally = this.simulation.tally;
		tally.read(hit);
		for (Commit commit : this.simulation.database.since(version)) {
			long staleness = start - commit.at();
			boolean beyond = staleness > this.maxStaleness.toNanos();
			if (isCovered(reader, commit.writer())) {
				tally.staleness((double) staleness / this.maxStaleness.toNanos());
				if (beyond) {
					violated(reader, version, commit, staleness, hit);
				}
			}
			else if (beyond) {
				tally.excused++;
			}
		}
	}

	/**
	 * Not if the writer could not reach the reader since it started, or could not ask the
	 * registry for a list with it, and is not listed for it yet.
	 */
	private static boolean isCovered(Instance reader, Instance writer) {
		return reader.knows(writer) || (!writer.knows(reader) && writer.hasList());
	}

	private void violated(Instance reader, Version version, Commit commit, long staleness, boolean hit) {
		String text = String.format(Locale.ROOT, "%s reads %s by a %s, %.3f s after %s replaced it; %s", reader,
				version, hit ? "hit" : "load", staleness / 1e9, commit.writer(), reader.node.status());
		this.simulation.trace.note("%s %s", VIOLATION, text);
		if (this.violation == null) {
			this.violation = String.format(Locale.ROOT, "at %.6f s %s", this.simulation.time.now() / 1e9, text);
		}
	}

}
