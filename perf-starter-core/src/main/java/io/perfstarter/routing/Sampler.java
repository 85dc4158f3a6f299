package io.perfstarter.routing;

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

import io.perfstarter.routing.RoutingSettings.ReadYourWrites;
import org.jspecify.annotations.Nullable;

/**
 * Finds out all the time how far the replicas are, and which servers answer.
 *
 * <p>
 * Each server is asked on a connection and a thread of its own. What is known is read
 * from the watches, without waiting for anybody. Thread-safe.
 */
final class Sampler implements AutoCloseable {

	// When the primary is back is to be known soon: reads that cannot be served by a
	// replica wait for it.
	private static final Duration PRIMARY_REST = Duration.ofSeconds(2);

	private static final Duration CLOSE = Duration.ofSeconds(1);

	private final LongSupplier clock;

	private final SamplePace pace;

	private final ProbeChoice probes;

	private final PrimaryWatch primary;

	private final ServerSampler primarySampler;

	private final Map<String, ReplicaWatch> watches = new LinkedHashMap<>();

	private final List<ServerSampler> replicaSamplers = new ArrayList<>();

	private final CountDownLatch primaryAsked = new CountDownLatch(1);

	private final CountDownLatch replicasAsked;

	/**
	 * Creates a sampler that does nothing yet.
	 * @param settings say how often, and what is too late
	 * @param primary the primary
	 * @param replicas the replicas
	 * @param clock {@link System#nanoTime()}
	 * @param random spreads what many instances would do at once
	 * @param listener hears of changes
	 */
	Sampler(RoutingSettings settings, Server primary, List<Server> replicas, LongSupplier clock, Random random,
			RoutingListener listener) {
		this.clock = clock;
		this.pace = new SamplePace(settings, clock);
		this.probes = new ProbeChoice(new WindowProbe(this.pace.timeout()),
				settings.readYourWrites() == ReadYourWrites.WINDOW);
		this.primary = new PrimaryWatch(clock, listener);
		this.primarySampler = sampler(primary, random,
				new PrimaryExamination(new Circuit(PRIMARY_REST, clock, random)));
		this.replicasAsked = new CountDownLatch(replicas.size());
		for (Server replica : replicas) {
			ReplicaWatch watch = new ReplicaWatch(replica.name(), settings, this.primary,
					new Circuit(Circuit.LONGEST, clock, random), clock, listener);
			this.watches.put(replica.name(), watch);
			this.replicaSamplers.add(sampler(replica, random, new ReplicaExamination(watch)));
		}
	}

	private ServerSampler sampler(Server server, Random random, ServerSampler.Examination examination) {
		return new ServerSampler(server, this.pace.timeout(), new Beat(this.pace, this.clock, random), examination);
	}

	/**
	 * What is known of a replica.
	 * @param replica one of those that are asked
	 */
	ReplicaWatch watch(Server replica) {
		ReplicaWatch watch = this.watches.get(replica.name());
		if (watch == null) {
			throw new IllegalArgumentException("There is no replica '%s'".formatted(replica.name()));
		}
		return watch;
	}

	/**
	 * Whether the primary answered when it was last asked, {@code null} if it was not
	 * asked yet.
	 */
	@Nullable Boolean primaryAnswers() {
		return this.primary.answers();
	}

	/**
	 * Whether the primary did not answer when it was last asked, and has not taken a
	 * write since.
	 * @param token when something was written last, {@link ReadScope#NEVER} if nothing
	 * was
	 */
	boolean isPrimaryGone(long token) {
		return this.primary.isGone(token);
	}

	/**
	 * Why the primary did not answer last, {@code null} if it always has.
	 */
	@Nullable String primaryError() {
		return this.primary.lastError();
	}

	/**
	 * Begins to ask.
	 */
	void start() {
		this.primarySampler.start();
		this.replicaSamplers.forEach(ServerSampler::start);
	}

	/**
	 * Somebody decides by what is known, so that it has to be fresh for some time.
	 */
	void needed() {
		if (this.pace.needed()) {
			this.primarySampler.wake();
			this.replicaSamplers.forEach(ServerSampler::wake);
		}
	}

	/**
	 * Somebody could not read from any replica, because none is known to show what was
	 * committed at a moment; the servers that may change that are asked at once.
	 * @param token the moment
	 */
	void needed(long token) {
		needed();
		long last = this.primary.positions().lastTakenAt();
		if (last != PrimaryPositions.NEVER) {
			if (last - token <= 0) {
				// The replicas are asked after it.
				this.primarySampler.hurry();
			}
			else {
				hurryReplicas();
			}
		}
	}

	private void hurryReplicas() {
		this.replicaSamplers.forEach(ServerSampler::hurry);
	}

	/**
	 * Waits until each server was asked, or could not be.
	 * @param longest how long at most
	 */
	void awaitFirst(Duration longest) {
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
	 * Asks the primary.
	 */
	private final class PrimaryExamination implements ServerSampler.Examination {

		private final Circuit circuit;

		PrimaryExamination(Circuit circuit) {
			this.circuit = circuit;
		}

		@Override
		public void ask(Connection connection, boolean hurried) throws SQLException {
			Probe probe = Sampler.this.probes.forPrimary(connection);
			long takenAt = Sampler.this.clock.getAsLong();
			PrimarySample sample = probe.primary(connection);
			this.circuit.succeeded(takenAt);
			boolean anew = Sampler.this.primary.answered(takenAt, sample);
			moved(anew, anew || hurried);
		}

		@Override
		public void failed(Throwable failure) {
			this.circuit.failed();
			Sampler.this.primary.failed(FailureText.of(failure));
			moved(false, false);
		}

		@Override
		public long restingFor() {
			return this.circuit.remaining();
		}

		private void moved(boolean anew, boolean hurry) {
			Sampler.this.watches.values().forEach((watch) -> watch.primaryMoved(anew));
			boolean first = Sampler.this.primaryAsked.getCount() > 0;
			Sampler.this.primaryAsked.countDown();
			if (hurry || first) {
				hurryReplicas();
			}
		}

	}

	/**
	 * Asks a replica.
	 */
	private final class ReplicaExamination implements ServerSampler.Examination {

		private final ReplicaWatch watch;

		private final AtomicBoolean first = new AtomicBoolean(true);

		ReplicaExamination(ReplicaWatch watch) {
			this.watch = watch;
		}

		@Override
		public void ask(Connection connection, boolean hurried) throws SQLException {
			Probe probe = Sampler.this.probes.forReplica(connection);
			// Without the primary's position the replica's says nothing.
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
		public long restingFor() {
			return this.watch.restingFor();
		}

		@Override
		public boolean wantsNewConnection() {
			return this.watch.takeSuspicion();
		}

		private void asked() {
			if (this.first.compareAndSet(true, false)) {
				Sampler.this.replicasAsked.countDown();
			}
		}

	}

}
