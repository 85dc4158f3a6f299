package io.perfstarter.coherence.simulation;

import java.time.Duration;
import java.util.List;
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

	private long reads;

	private @Nullable String violation;

	private int violations;

	Bound(Simulation simulation, Duration maxStaleness) {
		this.simulation = simulation;
		this.maxStaleness = maxStaleness;
	}

	void check(Instance reader, Version version, long start, boolean hit) {
		this.reads++;
		Tally tally = this.simulation.tally();
		tally.read(hit);
		List<Commit> since = this.simulation.database().since(version);
		if (since.isEmpty()) {
			return;
		}
		for (Commit commit : since) {
			long staleness = start - commit.at();
			Excuse excuse = excuse(reader, commit.writer());
			if (excuse == null) {
				tally.staleness((double) staleness / this.maxStaleness.toNanos());
				if (staleness > this.maxStaleness.toNanos()) {
					violated(reader, version, commit, staleness, hit);
				}
			}
			else if (staleness > this.maxStaleness.toNanos()) {
				tally.excuse(excuse, staleness);
			}
		}
	}

	private static @Nullable Excuse excuse(Instance reader, Instance writer) {
		if (reader.knows(writer)) {
			return null;
		}
		if (writer.knows(reader)) {
			return Excuse.NEVER_REACHED;
		}
		return writer.hasList() ? null : Excuse.NO_REGISTRY;
	}

	private void violated(Instance reader, Version version, Commit commit, long staleness, boolean hit) {
		this.violations++;
		String text = String.format(Locale.ROOT, "%s reads %s by a %s, %.3f s after %s replaced it; %s", reader,
				version, hit ? "hit" : "load", staleness / 1e9, commit.writer(), reader.node().status());
		this.simulation.trace().note("%s %s", VIOLATION, text);
		if (this.violation == null) {
			this.violation = String.format(Locale.ROOT, "at %.6f s %s", this.simulation.time().now() / 1e9, text);
		}
	}

	long reads() {
		return this.reads;
	}

	/**
	 * The first read that broke the promise.
	 */
	@Nullable String violation() {
		return this.violation;
	}

	int violations() {
		return this.violations;
	}

	/**
	 * Why the promise does not hold for a change by an instance that the reader has never
	 * heard of.
	 */
	enum Excuse {

		/**
		 * The writer could not reach the reader since it started, and is not listed for
		 * it yet.
		 */
		NEVER_REACHED,

		/**
		 * The writer could not ask the registry for a list with the reader, and is not
		 * listed for the reader yet.
		 */
		NO_REGISTRY

	}

}
