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
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.Surroundings;
import org.jspecify.annotations.Nullable;

/**
 * Instances that read a log in the database, which answers at once.
 */
final class IdleReaders implements IdleFleet {

	private static final LogTimings TIMINGS = new LogTimings(IdleInstance.BOUND);

	// To PostgreSQL 18 and from it, counted between it and its driver.
	private static final int READING = 1_078 + 298;

	private static final int MAINTENANCE = 1_189 + 108;

	private final VirtualTime time;

	private final Chance chance;

	private final List<IdleInstance> instances = new ArrayList<>();

	private long readings;

	private long maintenances;

	IdleReaders(VirtualTime time, Chance chance) {
		this.time = time;
		this.chance = chance;
	}

	@Override
	public void start() {
		IdleInstance instance = new IdleInstance(this.time);
		this.instances.add(instance);
		read(new EmptyLog(), instance, this.chance);
	}

	@Override
	public List<IdleInstance> instances() {
		return this.instances;
	}

	static void read(InvalidationLog log, IdleInstance instance, Chance chance) {
		LocalSide local = instance.local();
		new LogReader(log, TIMINGS, local.copies(), local.watermark(),
				new Surroundings(instance::later, instance::now, chance.generator()), new LogListener() {
				})
			.start();
	}

	@Override
	public long questions() {
		return this.readings;
	}

	@Override
	public long bytes() {
		return this.readings * READING + this.maintenances * MAINTENANCE;
	}

	@Override
	public long connections() {
		return this.instances.size();
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
			IdleReaders.this.readings++;
			return new LogReading(new LogPosition("1", "0"), (after != null) ? Continuity.CONTINUED : Continuity.BEGUN,
					List.of(), List.of());
		}

		@Override
		public int maintain() {
			IdleReaders.this.maintenances++;
			return IdleReaders.this.instances.size();
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

	}

}
