package io.perfstarter.coherence.simulation;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogListener;
import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReader;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.log.LogWriter;
import io.perfstarter.coherence.log.PendingChange;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.coherence.protocol.Surroundings;
import io.perfstarter.coherence.redis.LogStream;
import io.perfstarter.coherence.redis.RedisLog;
import org.jspecify.annotations.Nullable;

/**
 * An instance with guarded caches that reads and writes the log, can be paused and
 * killed, and may not reach the log.
 */
final class LogInstance {

	private final LogSimulation simulation;

	final String origin;

	private final FreshnessWatermark watermark;

	final PendingCommits commits;

	private final ModelCopies copies;

	private final LogReader reader;

	final LogWriter writer;

	// The open transactions of this instance in the database of the log.
	final Set<SimulatedServer.Transaction> transactions = new HashSet<>();

	private final Queue<Runnable> waiting = new ArrayDeque<>();

	private boolean alive = true;

	private boolean paused;

	private long unreachableUntil;

	LogInstance(LogSimulation simulation, String origin, Duration bound) {
		this.simulation = simulation;
		this.origin = origin;
		VirtualTime time = simulation.time;
		this.watermark = new FreshnessWatermark(bound, time::now);
		this.commits = new PendingCommits(time::now, this.watermark);
		this.copies = new ModelCopies(this.watermark, time::now, Variant.COMPLETE);
		LogTimings timings = new LogTimings(bound);
		Surroundings surroundings = new Surroundings((delay, task) -> later(delay.toNanos(), task), time::now,
				simulation.chance.generator());
		InvalidationLog log = simulation.variant.isRedis() ? redis() : new View();
		LogListener listener = new LogListener() {
		};
		this.reader = new LogReader(log, timings, this.copies, this.watermark, surroundings, listener);
		this.writer = new LogWriter(log, timings, surroundings, listener);
		this.reader.start();
		this.writer.start();
	}

	private RedisLog redis() {
		StreamView stream = new StreamView();
		RedisLog log = new RedisLog(this.origin, stream, this.simulation.time::now);
		log.register();
		stream.far = true;
		return log;
	}

	LocalCopies local() {
		return this.copies;
	}

	boolean isAlive() {
		return this.alive;
	}

	boolean isRunning() {
		return this.alive && !this.paused;
	}

	/**
	 * Whether it serves entries of any age.
	 */
	boolean isCertified() {
		return !this.watermark.isExpired() && this.watermark.expiredCaches() == 0;
	}

	void later(long nanos, Runnable task) {
		this.simulation.time.after(nanos, () -> run(task));
	}

	private void run(Runnable task) {
		if (this.alive && this.paused) {
			this.waiting.add(task);
		}
		else if (this.alive) {
			task.run();
		}
	}

	void read(Row row) {
		long start = this.simulation.time.now();
		boolean[] loaded = new boolean[1];
		this.copies.read(row, () -> {
			loaded[0] = true;
			return load(row);
		}).thenAccept((version) -> {
			if (this.alive) {
				this.simulation.check(this, version, start, !loaded[0]);
			}
		});
	}

	private CompletableFuture<Version> load(Row row) {
		CompletableFuture<Version> result = new CompletableFuture<>();
		Chance chance = this.simulation.chance;
		long duration = chance.seconds(0.001, chance.in(0.01) ? 20 : 0.2);
		this.simulation.time.after(duration / 2, () -> {
			Version version = this.simulation.server.current(row);
			later(duration / 2, () -> result.complete(version));
		});
		return result;
	}

	void pause() {
		this.paused = true;
	}

	void resume() {
		this.paused = false;
		this.simulation.rows.forEach(this::read);
		this.waiting.forEach((task) -> later(0, task));
		this.waiting.clear();
	}

	void crash() {
		this.alive = false;
		this.paused = false;
		this.waiting.clear();
		this.transactions.forEach(this.simulation.server::rollback);
	}

	void cutOff(long nanos) {
		this.unreachableUntil = this.simulation.time.now() + nanos;
	}

	@Override
	public String toString() {
		return this.origin;
	}

	/**
	 * Lets time pass in which a message travels.
	 */
	private void travel() {
		VirtualTime time = this.simulation.time;
		Chance chance = this.simulation.chance;
		time.runUntil(time.now() + chance.seconds(0.0005, chance.in(0.02) ? 3 : 0.01));
		while (this.paused) {
			if (chance.in(0.2)) {
				throw new LogUnavailableException("The connection has broken meanwhile", null);
			}
			time.runUntil(time.now() + chance.seconds(0.1, 1));
		}
		if (!this.alive) {
			throw new LogUnavailableException("Killed", null);
		}
	}

	private void checkReachable() {
		if (this.simulation.time.now() < this.unreachableUntil) {
			throw new LogUnavailableException("Cut off", null);
		}
	}

	/**
	 * The stream as this instance reaches it.
	 */
	private final class StreamView implements LogStream {

		private final SimulatedStream stream = LogInstance.this.simulation.stream;

		// The registration takes no time.
		private boolean far;

		@Override
		public LogStream.Certificate certify(LogStream.Claim claim) {
			travelIfFar();
			check();
			LogStream.Certificate certificate = this.stream.certify(claim);
			travelIfFar();
			return certificate;
		}

		private void travelIfFar() {
			if (this.far) {
				travel();
			}
		}

		@Override
		public List<LogStream.StreamEntry> await(long after, Duration wait) {
			if (this.far) {
				VirtualTime time = LogInstance.this.simulation.time;
				time.runUntil(time.now() + LogInstance.this.simulation.chance.seconds(0, 0.3));
			}
			check();
			List<LogStream.StreamEntry> entries = this.stream.after(after);
			travelIfFar();
			return entries;
		}

		@Override
		public void append(String evictions) {
			check();
			this.stream.append(evictions);
		}

		@Override
		public void leave(String member) {
			throw new UnsupportedOperationException();
		}

		private void check() {
			checkReachable();
			if (this.stream.isDown()) {
				throw new LogUnavailableException("Down", null);
			}
		}

		@Override
		public void close() {
		}

	}

	/**
	 * The log as this instance reaches it. A question and its answer take time, in which
	 * the instance may be paused or killed.
	 */
	private final class View implements InvalidationLog {

		private final SimulatedServer server = LogInstance.this.simulation.server;

		@Override
		public LogReading read(@Nullable LogPosition after, Duration interval) {
			travel();
			check();
			checkReachable();
			LogReading reading = this.server.read(LogInstance.this.origin, after);
			travel();
			return reading;
		}

		@Override
		public String origin() {
			return LogInstance.this.origin;
		}

		@Override
		public void append(List<Event> events) {
			check();
			this.server.append(LogInstance.this.origin, events);
		}

		@Override
		public void hold(Map<String, Set<String>> changes) {
			check();
			this.server.hold(LogInstance.this.origin, changes);
		}

		@Override
		public void release(String change) {
			check();
			this.server.release(change);
		}

		@Override
		public void abandon(PendingChange change) {
			check();
			this.server.abandon(change);
		}

		@Override
		public int maintain() {
			check();
			this.server.maintain();
			return 0;
		}

		private void check() {
			if (this.server.isDown()) {
				throw new LogUnavailableException("Down", null);
			}
		}

	}

}
