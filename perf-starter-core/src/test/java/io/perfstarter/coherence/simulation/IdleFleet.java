package io.perfstarter.coherence.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import io.perfstarter.coherence.log.Continuity;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogListener;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReader;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogSurroundings;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;
import org.jspecify.annotations.Nullable;

/**
 * Instances that read a log and change nothing, with the code of the protocol, and
 * without faults and real time: counts how often they read.
 */
final class IdleFleet {

	private static final long SECOND = Duration.ofSeconds(1).toNanos();

	private static final Duration BOUND = Duration.ofSeconds(15);

	private final VirtualTime time = new VirtualTime();

	private final Chance chance = new Chance(1);

	private final List<FreshnessWatermark> watermarks = new ArrayList<>();

	private final int size;

	private long readings;

	private IdleFleet(int size) {
		this.size = size;
	}

	/**
	 * Instances whose log answers at once, all started in the same second.
	 */
	static IdleFleet of(int size) {
		IdleFleet fleet = new IdleFleet(size);
		for (int number = 0; number < size; number++) {
			LocalSide local = fleet.local();
			LogReader reader = new LogReader(fleet.new EmptyLog(), new LogTimings(BOUND, Duration.ofSeconds(1)),
					local.copies(), local.watermark(),
					new LogSurroundings(fleet::later, fleet.time::now, fleet.chance.generator()), new LogListener() {
					});
			fleet.time.after(fleet.chance.seconds(0, 1), reader::start);
		}
		return fleet;
	}

	private LocalSide local() {
		FreshnessWatermark watermark = new FreshnessWatermark(BOUND, this.time::now);
		watermark.awaitPeers();
		this.watermarks.add(watermark);
		return new LocalSide(new ModelCopies(watermark, this.time::now, Variant.COMPLETE), watermark,
				new PendingCommits(this.time::now));
	}

	private void later(Duration delay, Runnable task) {
		this.time.after(delay.toNanos(), task);
	}

	/**
	 * Returns after how many seconds all instances serve entries of any age.
	 */
	double certified() {
		while (this.watermarks.stream().anyMatch(FreshnessWatermark::isExpired)) {
			this.time.runUntil(this.time.now() + SECOND / 10);
			if (this.time.now() > 300 * SECOND) {
				throw new IllegalStateException("They are never certified");
			}
		}
		return (double) this.time.now() / SECOND;
	}

	/**
	 * Returns the readings of all instances in a second, after the first ones.
	 */
	double readingsPerSecond() {
		this.time.runUntil(this.time.now() + 40 * SECOND);
		long before = this.readings;
		this.time.runUntil(this.time.now() + 20 * SECOND);
		return (this.readings - before) / 20.0;
	}

	/**
	 * A log in which nothing happens.
	 */
	private final class EmptyLog implements InvalidationLog {

		@Override
		public String origin() {
			return "reader";
		}

		@Override
		public LogReading read(@Nullable LogPosition after, Duration interval) {
			IdleFleet.this.readings++;
			return new LogReading(new LogPosition("1", "0"), (after != null) ? Continuity.CONTINUED : Continuity.BEGUN,
					List.of(), List.of());
		}

		@Override
		public void append(List<Event> events) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void hold(Map<String, Set<String>> changes) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void release(String change) {
			throw new UnsupportedOperationException();
		}

		@Override
		public void abandon(PendingChange change) {
			throw new UnsupportedOperationException();
		}

		@Override
		public int maintain() {
			return IdleFleet.this.size;
		}

	}

}
