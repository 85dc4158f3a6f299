package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;

/**
 * Continuously probes the servers for their reachability and log positions.
 *
 * <p>
 * Each server has a connection and a thread of its own. The results are read from
 * {@link ReplicaWatch} and {@link PrimaryWatch} without blocking. Thread-safe.
 */
public final class Sampler implements PrimaryLog, AutoCloseable {

	/**
	 * The time of what is unknown, such as a horizon, or has not happened, such as a
	 * write.
	 */
	public static final long NEVER = Long.MIN_VALUE;

	// Short, because reads that no replica can serve wait for the primary.
	private static final Duration PRIMARY_REST = Duration.ofSeconds(2);

	private static final Duration CLOSE = Duration.ofSeconds(1);

	private final LongSupplier clock;

	private final SamplingTimings timings;

	private final ProbeChoice probes;

	private final PrimaryWatch primary;

	private final ServerSampler primarySampler;

	private final Map<String, ReplicaWatch> watches = new LinkedHashMap<>();

	private final List<ServerSampler> replicaSamplers = new ArrayList<>();

	private final CountDownLatch primaryAsked = new CountDownLatch(1);

	private final CountDownLatch replicasAsked;

	/**
	 * Creates a sampler that is not started.
	 * @param settings the settings
	 * @param primary opens a new connection to the primary for each call
	 * @param replicas the same for each replica, by its name
	 * @param clock {@link System#nanoTime()}
	 * @param random spreads the probes of several instances
	 * @param listener receives state changes
	 */
	public Sampler(FreshnessSettings settings, DataSource primary, Map<String, DataSource> replicas, LongSupplier clock,
			Random random, RoutingListener listener) {
		this.clock = clock;
		this.timings = new SamplingTimings(settings, clock);
		this.probes = new ProbeChoice(new WindowProbe(this.timings.timeout()), settings.windowOnly());
		this.primary = new PrimaryWatch(clock, listener);
		this.primarySampler = sampler("primary", primary, false, random,
				new PrimarySampleTask(new CircuitBreaker(PRIMARY_REST, clock, random)));
		this.replicasAsked = new CountDownLatch(replicas.size());
		replicas.forEach((name, replica) -> {
			ReplicaWatch watch = new ReplicaWatch(name, settings, this.primary,
					new CircuitBreaker(CircuitBreaker.LONGEST, clock, random), clock, listener);
			this.watches.put(name, watch);
			this.replicaSamplers.add(sampler(name, replica, true, random, new ReplicaSampleTask(watch)));
		});
	}

	private ServerSampler sampler(String name, DataSource server, boolean standby, Random random,
			ServerSampler.SampleTask task) {
		return new ServerSampler(name, server, standby, this.timings.timeout(),
				new ProbeSchedule(this.timings, this.clock, random), task);
	}

	/**
	 * Returns the observed state of a replica.
	 * @param replica the name of one of the replicas passed to the constructor
	 */
	public ReplicaWatch watch(String replica) {
		ReplicaWatch watch = this.watches.get(replica);
		if (watch == null) {
			throw new IllegalArgumentException("There is no replica '%s'".formatted(replica));
		}
		return watch;
	}

	/**
	 * Returns whether the primary answered its last probe, {@code null} before the first
	 * probe.
	 */
	public @Nullable Boolean primaryAnswers() {
		return this.primary.answers();
	}

	/**
	 * Returns whether the last probe of the primary failed and no write succeeded since.
	 * @param token the time of the last write, {@link #NEVER} if there was none
	 */
	public boolean isPrimaryGone(long token) {
		return this.primary.isGone(token);
	}

	/**
	 * Returns the reason of the last failed probe of the primary, {@code null} if there
	 * was none.
	 */
	public @Nullable String primaryError() {
		return this.primary.lastError();
	}

	/**
	 * Starts probing.
	 */
	public void start() {
		this.primarySampler.start();
		this.replicaSamplers.forEach(ServerSampler::start);
	}

	/**
	 * Requests short intervals for some time, because a read depends on the samples.
	 */
	public void needed() {
		if (this.timings.needed()) {
			this.primarySampler.wake();
			this.replicaSamplers.forEach(ServerSampler::wake);
		}
	}

	/**
	 * Requests an immediate sample, because no replica is known to show a commit.
	 * @param token the time of the commit
	 */
	public void needed(long token) {
		needed();
		long last = this.primary.positions().lastTakenAt();
		if (last != NEVER) {
			if (last - token <= 0) {
				// The replicas are probed after the primary.
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
		Position decoded = this.probes.decode(position);
		long moment = (decoded != null) ? this.primary.positions().momentOf(decoded) : NEVER;
		if (moment == NEVER) {
			moment = this.primary.latest();
			needed(moment);
		}
		return moment;
	}

	private void expediteReplicas() {
		this.replicaSamplers.forEach(ServerSampler::expedite);
	}

	/**
	 * Waits until each server was probed, successfully or not.
	 * @param longest the maximum time to wait
	 */
	public void awaitFirst(Duration longest) {
		long end = System.nanoTime() + longest.toNanos();
		try {
			if (this.primaryAsked.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
				this.replicasAsked.await(end - System.nanoTime(), TimeUnit.NANOSECONDS);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Override
	public void close() {
		long end = System.nanoTime() + CLOSE.toNanos();
		List<ServerSampler> samplers = new ArrayList<>(this.replicaSamplers);
		samplers.add(this.primarySampler);
		samplers.forEach(ServerSampler::close);
		samplers.forEach((sampler) -> sampler.awaitEnd(Duration.ofNanos(end - System.nanoTime())));
	}

	/**
	 * Probes the primary.
	 */
	private final class PrimarySampleTask implements ServerSampler.SampleTask {

		private final CircuitBreaker circuitBreaker;

		PrimarySampleTask(CircuitBreaker circuitBreaker) {
			this.circuitBreaker = circuitBreaker;
		}

		@Override
		public void ask(Connection connection, boolean expedited) throws SQLException {
			FreshnessProbe probe = Sampler.this.probes.forPrimary(connection);
			long takenAt = Sampler.this.clock.getAsLong();
			Sample sample = probe.primary(connection);
			this.circuitBreaker.succeeded(takenAt);
			boolean reset = Sampler.this.primary.answered(takenAt, sample);
			moved(reset, reset || expedited);
		}

		@Override
		public void failed(Throwable failure) {
			this.circuitBreaker.failed();
			String error = FailureText.of(failure);
			if (failure instanceof PositionRefusedException) {
				Sampler.this.primary.refused(error);
			}
			else {
				Sampler.this.primary.failed(error);
			}
			moved(false, false);
		}

		@Override
		public long backoff() {
			return this.circuitBreaker.remaining();
		}

		private void moved(boolean reset, boolean expedite) {
			Sampler.this.watches.values().forEach((watch) -> watch.primaryMoved(reset));
			boolean first = Sampler.this.primaryAsked.getCount() > 0;
			Sampler.this.primaryAsked.countDown();
			if (expedite || first) {
				expediteReplicas();
			}
		}

	}

	/**
	 * Probes a replica.
	 */
	private final class ReplicaSampleTask implements ServerSampler.SampleTask {

		private final ReplicaWatch watch;

		private final AtomicBoolean first = new AtomicBoolean(true);

		ReplicaSampleTask(ReplicaWatch watch) {
			this.watch = watch;
		}

		@Override
		public void ask(Connection connection, boolean expedited) throws SQLException {
			FreshnessProbe probe = Sampler.this.probes.forReplica(connection);
			// The position of a replica is useless without that of the primary.
			boolean comparable = Sampler.this.primaryAsked.getCount() == 0;
			long askedAt = Sampler.this.clock.getAsLong();
			this.watch.answered(askedAt, probe.replica(connection));
			if (comparable) {
				asked();
			}
		}

		@Override
		public void failed(Throwable failure) {
			this.watch.failed(failure);
			asked();
		}

		@Override
		public long backoff() {
			return this.watch.backoff();
		}

		@Override
		public boolean needsNewConnection() {
			return this.watch.takeReconnectRequest();
		}

		private void asked() {
			if (this.first.compareAndSet(true, false)) {
				Sampler.this.replicasAsked.countDown();
			}
		}

	}

}
