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
			if (reader.knows(commit.writer())) {
				tally.staleness(staleness);
				if (staleness > this.maxStaleness.toNanos()) {
					violated(reader, version, commit, staleness, hit);
				}
			}
			else if (staleness > this.maxStaleness.toNanos()) {
				tally.unknownWriter(staleness);
				this.simulation.trace()
					.note("%s reads %s, %.3f s after the commit of the unknown %s", reader, version, staleness / 1e9,
							commit.writer());
			}
		}
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

}
