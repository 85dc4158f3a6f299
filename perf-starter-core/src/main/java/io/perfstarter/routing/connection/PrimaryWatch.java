package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The observed state of the primary. Only the thread that probes the primary writes it.
 * Any thread reads it, or waits for a probe, without a lock.
 */
final class PrimaryWatch {

	/**
	 * The lag if it is unknown.
	 */
	static final long UNKNOWN = Long.MAX_VALUE;

	// The time after which PostgreSQL has written an asynchronous commit to its disk.
	private static final long SETTLED = Duration.ofSeconds(2).toNanos();

	private final PrimaryPositions positions = new PrimaryPositions();

	private final LongSupplier clock;

	private final RoutingListener listener;

	// The probing thread completes it when the next probe ends.
	private volatile CompletableFuture<@Nullable Void> nextProbe = new CompletableFuture<>();

	private volatile @Nullable Boolean answers;

	private volatile long failedAt;

	private volatile @Nullable String lastError;

	private volatile @Nullable String refusal;

	private volatile @Nullable Position position;

	// Confined to the thread that probes.
	private long movedAt;

	private volatile long measuredFrom;

	private volatile @Nullable Outage outage;

	PrimaryWatch(LongSupplier clock, RoutingListener listener) {
		this.clock = clock;
		this.listener = listener;
	}

	PrimaryPositions positions() {
		return this.positions;
	}

	/**
	 * Returns whether the last probe was answered, {@code null} before the first probe.
	 */
	@Nullable Boolean answers() {
		return this.answers;
	}

	/**
	 * Returns whether the primary is considered down: the last probe failed, and no later
	 * write succeeded.
	 * @param lastWrite the time of the last write, {@link Sampler#NEVER} if there was
	 * none
	 */
	boolean isGone(long lastWrite) {
		return Boolean.FALSE.equals(this.answers) && (lastWrite == Sampler.NEVER || this.failedAt - lastWrite > 0);
	}

	/**
	 * Returns a time after all commits of the primary so far: the current time or, while
	 * the primary is down, just before its last failed probe was recorded.
	 */
	long latest() {
		return Boolean.FALSE.equals(this.answers) ? this.failedAt - 1 : this.clock.getAsLong();
	}

	/**
	 * Returns the reason of the last failed probe, {@code null} if there was none.
	 */
	@Nullable String lastError() {
		return this.lastError;
	}

	/**
	 * Returns the last known position, {@code null} if there is none.
	 */
	@Nullable Position position() {
		return this.position;
	}

	/**
	 * Records a successful probe.
	 * @param takenAt a time before the probe
	 * @param sample the result, of a server that accepts writes
	 * @return whether the positions were reset, so that known horizons are invalid
	 */
	boolean answered(long takenAt, Sample sample) {
		this.refusal = null;
		Position position = sample.position();
		boolean reset = position != null && note(takenAt, position, sample.durable());
		change(true, null);
		return reset;
	}

	private boolean note(long takenAt, Position position, @Nullable Position durable) {
		if (!position.equals(this.position)) {
			this.movedAt = takenAt;
		}
		this.position = position;
		long last = this.positions.lastTakenAt();
		boolean reset = this.positions.add(takenAt, position);
		if (durable != null && takenAt - this.movedAt >= SETTLED) {
			// Open transactions wrote the rest of the log. Replicas do not get it yet.
			this.positions.lower(takenAt, durable);
		}
		if (reset) {
			this.measuredFrom = takenAt;
			this.outage = null;
		}
		else if (Boolean.FALSE.equals(this.answers)) {
			// Set before the primary is reported as up, so that no thread counts the
			// outage as lag.
			this.outage = new Outage(last, takenAt);
		}
		return reset;
	}

	/**
	 * Records a probe that the primary has answered without its position.
	 * @param error the reason
	 */
	void refused(String error) {
		this.lastError = error;
		this.refusal = error;
		change(true, null);
	}

	/**
	 * Returns why the answer to the last probe had no position, {@code null} if it had
	 * one or if the probe failed.
	 */
	@Nullable String refusal() {
		return this.refusal;
	}

	/**
	 * Records a failed probe.
	 * @param error the reason
	 */
	void failed(String error) {
		this.lastError = error;
		this.refusal = null;
		this.failedAt = this.clock.getAsLong();
		change(false, error);
	}

	private void change(boolean now, @Nullable String error) {
		Boolean before = this.answers;
		this.answers = now;
		CompletableFuture<@Nullable Void> probed = this.nextProbe;
		this.nextProbe = new CompletableFuture<>();
		probed.complete(null);
		if ((before != null) ? before != now : !now) {
			this.listener.primaryChanged(now, error);
		}
	}

	/**
	 * Waits for the position of the first sample that begins after a time.
	 * @param moment the time
	 * @param longest the maximum time to wait
	 * @param request requests an immediate sample
	 * @return the position, {@code null} if the primary does not provide it in time
	 */
	@Nullable Position awaitPosition(long moment, Duration longest, Runnable request) {
		long end = System.nanoTime() + longest.toNanos();
		while (true) {
			// Read before the lookup of the position, so that no probe in between is
			// missed.
			CompletableFuture<@Nullable Void> next = this.nextProbe;
			Position position = this.positions.after(moment);
			if (position != null || !mayProvidePosition(moment)) {
				return position;
			}
			request.run();
			try {
				next.get(end - System.nanoTime(), TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return null;
			}
			catch (TimeoutException | ExecutionException ex) {
				return null;
			}
		}
	}

	private boolean mayProvidePosition(long moment) {
		boolean without = Boolean.TRUE.equals(this.answers) && (this.position == null || this.refusal != null);
		return !without && !isGone(moment);
	}

	/**
	 * Returns the lag of a replica: the time in which the primary may have made commits
	 * that the replica does not show. It ends now or, if the primary is down, at the last
	 * successful probe of the primary. It excludes the last outage of the primary.
	 * @param horizon the freshness horizon of the replica
	 * @return the lag in nanoseconds, or {@link #UNKNOWN}
	 */
	long lagOf(long horizon) {
		long last = this.positions.lastTakenAt();
		Boolean answers = this.answers;
		if (last == Sampler.NEVER) {
			// The commits of the primary are unknown, but while it is down it makes none.
			return Boolean.FALSE.equals(answers) ? 0 : UNKNOWN;
		}
		if (horizon == Sampler.NEVER) {
			return UNKNOWN;
		}
		Outage outage = this.outage;
		long silent = (outage != null && horizon - outage.from() <= 0) ? outage.to() - outage.from() : 0;
		long upTo = Boolean.TRUE.equals(answers) ? this.clock.getAsLong() : last;
		return Math.max(0, upTo - horizon - silent);
	}

	/**
	 * Returns the least possible lag of a replica that is behind all known positions.
	 * @return the time in nanoseconds since the first known position
	 */
	long measuredFor() {
		return (this.positions.lastTakenAt() != Sampler.NEVER) ? this.clock.getAsLong() - this.measuredFrom : 0;
	}

	/**
	 * A period in which the primary was down.
	 *
	 * @param from the time of the last successful probe before it
	 * @param to the time of the first successful probe after it
	 */
	private record Outage(long from, long to) {
	}

}
