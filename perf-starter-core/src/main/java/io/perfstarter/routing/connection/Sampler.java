package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Continuously probes the servers for their reachability and log positions.
 *
 * <p>
 * Each server has a separate connection and thread. {@link ReplicaWatch} and
 * {@link PrimaryWatch} return the results without blocking. Thread-safe.
 */
final class Sampler implements PrimaryLog, AutoCloseable {

	/**
	 * Stands for an unknown time, such as an unknown horizon, or for the time of an event
	 * that has not happened, such as a write.
	 */
	static final long NEVER = Long.MIN_VALUE;

	// Short, because reads without an eligible replica wait for the primary.
	private static final Duration PRIMARY_REST = Duration.ofSeconds(2);

	private static final Duration CLOSE = Duration.ofSeconds(1);

	private final LongSupplier clock;

	private final SamplingTimings timings;

	private final ProbeChoice probes;

	private final PrimaryWatch primary;

	private final PrimarySampler primarySampler;

	private final Map<String, ReplicaSampler> replicaSamplers = new LinkedHashMap<>();

	/**
	 * Creates a sampler that is not started.
	 * @param settings the settings
	 * @param primary opens a new connection to the primary for each call
	 * @param replicas open a new connection to a replica for each call, by its name
	 * @param clock {@link System#nanoTime()}
	 * @param random spreads the probes of several instances
	 * @param listener receives state changes
	 */
	Sampler(RoutingSettings settings, DataSource primary, Map<String, DataSource> replicas, LongSupplier clock,
			Random random, RoutingListener listener) {
		this.clock = clock;
		this.timings = new SamplingTimings(settings, clock);
		this.probes = new ProbeChoice(this.timings.timeout(),
				settings.readYourWrites() == RoutingSettings.ReadYourWrites.WINDOW);
		this.primary = new PrimaryWatch(clock, listener);
		this.primarySampler = new PrimarySampler(primary, new ProbeSchedule(this.timings, PRIMARY_REST, clock, random));
		replicas.forEach((name, replica) -> {
			ProbeSchedule schedule = new ProbeSchedule(this.timings, ProbeSchedule.LONGEST_REST, clock, random);
			this.replicaSamplers.put(name, new ReplicaSampler(name, replica, schedule,
					new ReplicaWatch(name, settings, this.primary, schedule, clock, listener)));
		});
	}

	/**
	 * Returns the observed state of a replica.
	 * @param replica the name of one of the replicas passed to the constructor
	 */
	ReplicaWatch watch(String replica) {
		ReplicaSampler sampler = this.replicaSamplers.get(replica);
		if (sampler == null) {
			throw new IllegalArgumentException("There is no replica '%s'".formatted(replica));
		}
		return sampler.watch;
	}

	/**
	 * Returns the observed state of the primary.
	 */
	PrimaryWatch primary() {
		return this.primary;
	}

	/**
	 * Starts probing.
	 */
	void start() {
		samplers().forEach(ServerSampler::start);
	}

	/**
	 * Requests short intervals for one second, because a read depends on the samples.
	 */
	void needed() {
		if (this.timings.needed()) {
			samplers().forEach(ServerSampler::wake);
		}
	}

	/**
	 * Requests an immediate sample, because no replica is known to show a commit yet.
	 * @param lastWrite the time of the commit
	 */
	void needed(long lastWrite) {
		needed();
		long last = this.primary.positions().lastTakenAt();
		if (last != NEVER) {
			if (last - lastWrite <= 0) {
				// The sample of the primary expedites the replicas.
				this.primarySampler.expedite();
			}
			else {
				expediteReplicas();
			}
		}
	}

	@Override
	public byte @Nullable [] positionSince(long moment) {
		Position position = this.primary.awaitPosition(moment, this.timings.timeout(), this.primarySampler::expedite);
		return (position != null) ? position.encode() : null;
	}

	@Override
	public long momentOf(byte[] position) {
		Position decoded = Position.decode(position);
		long moment = (decoded != null) ? this.primary.positions().momentOf(decoded) : NEVER;
		if (moment == NEVER) {
			moment = this.primary.latest();
			needed(moment);
		}
		return moment;
	}

	private void expediteReplicas() {
		this.replicaSamplers.values().forEach(ServerSampler::expedite);
	}

	/**
	 * Waits until each server was probed, successfully or not.
	 * @param longest the maximum time to wait
	 */
	void awaitFirst(Duration longest) {
		long end = System.nanoTime() + longest.toNanos();
		samplers().forEach((sampler) -> sampler.awaitAsked(end));
	}

	@Override
	public void close() {
		long end = System.nanoTime() + CLOSE.toNanos();
		samplers().forEach(ServerSampler::close);
		samplers().forEach((sampler) -> sampler.awaitEnd(end));
	}

	private Stream<ServerSampler> samplers() {
		return Stream.concat(Stream.of(this.primarySampler), this.replicaSamplers.values().stream());
	}

	/**
	 * Probes the primary.
	 */
	private final class PrimarySampler extends ServerSampler {

		private PrimarySampler(DataSource server, ProbeSchedule schedule) {
			super("primary", new ProbeConnection("primary", server, false, Sampler.this.timings.timeout()), schedule);
		}

		@Override
		void ask(Connection connection, boolean expedited) throws SQLException {
			FreshnessProbe probe = Sampler.this.probes.forPrimary(connection);
			long takenAt = Sampler.this.clock.getAsLong();
			Sample sample = probe.primary(connection);
			if (sample.inRecovery()) {
				// Closes the connection: the address may mean another server by now.
				throw new SQLNonTransientConnectionException("The server rejects writes, so it is not the primary");
			}
			this.schedule.succeeded(takenAt);
			boolean reset = Sampler.this.primary.answered(takenAt, sample);
			moved(reset, reset || expedited);
		}

		@Override
		void failed(Throwable failure) {
			this.schedule.failed();
			String error = FailureText.of(failure);
			if (failure instanceof PositionRefusedException || ConnectionLoss.isBeyondLimit(failure)) {
				Sampler.this.primary.refused(error);
			}
			else {
				Sampler.this.primary.failed(error);
			}
			moved(false, false);
		}

		private void moved(boolean reset, boolean expedite) {
			Sampler.this.replicaSamplers.values().forEach((sampler) -> sampler.watch.primaryMoved(reset));
			if (asked() || expedite) {
				expediteReplicas();
			}
		}

	}

	/**
	 * Probes a replica.
	 */
	private final class ReplicaSampler extends ServerSampler {

		private final ReplicaWatch watch;

		private ReplicaSampler(String name, DataSource server, ProbeSchedule schedule, ReplicaWatch watch) {
			super(name, new ProbeConnection(name, server, true, Sampler.this.timings.timeout()), schedule);
			this.watch = watch;
		}

		@Override
		void ask(Connection connection, boolean expedited) throws SQLException {
			FreshnessProbe probe = Sampler.this.probes.forReplica(connection);
			// Without the position of the primary, the position of a replica is useless.
			boolean comparable = Sampler.this.primarySampler.isAsked();
			long askedAt = Sampler.this.clock.getAsLong();
			this.watch.answered(askedAt, probe.replica(connection));
			if (comparable) {
				asked();
			}
		}

		@Override
		void failed(Throwable failure) {
			this.watch.failed(failure);
			asked();
		}

		@Override
		boolean needsNewConnection() {
			return this.watch.takeReconnectRequest();
		}

	}

}
