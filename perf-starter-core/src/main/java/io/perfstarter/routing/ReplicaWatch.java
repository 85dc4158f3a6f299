package io.perfstarter.routing;

import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * What is known of a replica.
 *
 * <p>
 * Thread-safe: readers take no lock. Writers do, so that changes are told in order; what
 * a reader needs of a horizon is written before the state that admits him.
 */
final class ReplicaWatch {

	private final String name;

	private final PrimaryWatch primary;

	private final Circuit circuit;

	private final LongSupplier clock;

	private final RoutingListener listener;

	private final LagLimit lagLimit;

	private final long window;

	private final ReentrantLock lock = new ReentrantLock();

	// Writes are guarded by the lock.
	private volatile ReplicaState state = ReplicaState.UNKNOWN;

	private volatile long horizon = PrimaryPositions.NEVER;

	private volatile boolean windowed;

	private volatile @Nullable String lastError;

	private volatile boolean suspect;

	// Guarded by the lock; null while its last answer is of no use.
	private @Nullable ReplicaSample sample;

	ReplicaWatch(String name, RoutingSettings settings, PrimaryWatch primary, Circuit circuit, LongSupplier clock,
			RoutingListener listener) {
		this.name = name;
		this.primary = primary;
		this.circuit = circuit;
		this.clock = clock;
		this.listener = listener;
		this.lagLimit = new LagLimit(settings.maxLag());
		this.window = settings.window().toNanos();
	}

	ReplicaState state() {
		return this.state;
	}

	/**
	 * The moment up to which the replica shows everything: what a commit changed that
	 * returned before it, and not at it. A replica without positions is taken to be as
	 * far behind as the window is long.
	 * @return the moment, {@link PrimaryPositions#NEVER} if none is known
	 */
	long horizon() {
		return this.windowed ? this.clock.getAsLong() - this.window : this.horizon;
	}

	/**
	 * How far the replica is behind at most.
	 * @return the time, {@code null} if it is not known
	 */
	@Nullable Duration lag() {
		if (this.windowed || this.horizon == PrimaryPositions.NEVER) {
			return null;
		}
		long lag = this.primary.aheadOf(this.horizon);
		return (lag != PrimaryWatch.UNKNOWN) ? Duration.ofNanos(lag) : null;
	}

	/**
	 * Why it could not be used last, {@code null} if it always could.
	 */
	@Nullable String lastError() {
		return this.lastError;
	}

	/**
	 * Whether it may be read from: it answers, is a replica of this cluster, and is not
	 * too far behind. One that was too far behind for the settings has to be well within
	 * them again.
	 * @param limit how far it may be behind
	 */
	boolean isReadable(Duration limit) {
		ReplicaState state = this.state;
		boolean fit = state == ReplicaState.UP
				|| (state == ReplicaState.LATE && limit.compareTo(this.lagLimit.max()) > 0);
		return fit && (this.windowed || this.primary.aheadOf(this.horizon) <= limit.toNanos());
	}

	/**
	 * A connection to the replica was asked for in vain, and not because all were lent.
	 * @param failure why
	 */
	void borrowFailed(SQLException failure) {
		if (this.circuit.isOpen()) {
			return;
		}
		this.lock.lock();
		try {
			if (this.circuit.trip()) {
				// The sampler's own connection proves nothing about new ones.
				this.suspect = true;
				down(FailureText.of(failure));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The replica answered the sampler.
	 * @param askedAt when it was asked
	 * @param sample the answer
	 */
	void answered(long askedAt, ReplicaSample sample) {
		this.lock.lock();
		try {
			if (this.circuit.succeeded(askedAt)) {
				// A replica that was not reached, or went back, may show less than
				// before.
				boolean on = this.sample != null && sample.position() >= this.sample.position();
				this.sample = sample;
				judge(sample, on ? this.horizon : PrimaryPositions.NEVER);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * The sampler asked in vain.
	 * @param failure why
	 */
	void failed(Throwable failure) {
		this.lock.lock();
		try {
			this.circuit.failed();
			down(FailureText.of(failure));
			this.listener.replicaFailed(this.name, failure);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * More is known of the primary, or it does not answer.
	 * @param anew whether what was known from before means nothing any more
	 */
	void primaryMoved(boolean anew) {
		this.lock.lock();
		try {
			if (anew) {
				this.horizon = PrimaryPositions.NEVER;
			}
			if (this.sample != null) {
				judge(this.sample, this.horizon);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * How long the sampler has to leave the replica alone, in nanoseconds.
	 */
	long restingFor() {
		return this.circuit.remaining();
	}

	/**
	 * Whether the sampler has to look for a new connection; says so once.
	 */
	boolean takeSuspicion() {
		boolean suspect = this.suspect;
		this.suspect = false;
		return suspect;
	}

	/**
	 * Judges the replica by an answer.
	 * @param sample the answer
	 * @param before a horizon that is still true, {@link PrimaryPositions#NEVER} if none
	 * is
	 */
	private void judge(ReplicaSample sample, long before) {
		Long cluster = this.primary.cluster();
		if (cluster != null && sample.cluster() != null && !cluster.equals(sample.cluster())) {
			this.horizon = PrimaryPositions.NEVER;
			change(ReplicaState.FOREIGN,
					"It belongs to cluster %s, and the primary to cluster %s".formatted(sample.cluster(), cluster));
		}
		else if (!sample.inRecovery()) {
			this.horizon = PrimaryPositions.NEVER;
			change(ReplicaState.WRITABLE, "It is not in recovery: no replica, or not any more, for it takes writes");
		}
		else if (sample.position() == Probe.NO_POSITION) {
			this.windowed = true;
			change(ReplicaState.UP, null);
		}
		else {
			this.windowed = false;
			this.horizon = later(before, this.primary.positions().horizonOf(sample.position()));
			judgeLag();
		}
	}

	private void judgeLag() {
		long max = this.lagLimit.max().toNanos();
		long lag = this.primary.aheadOf(this.horizon);
		if (lag != PrimaryWatch.UNKNOWN) {
			boolean late = this.lagLimit.isLate(lag, this.state == ReplicaState.LATE);
			change(late ? ReplicaState.LATE : ReplicaState.UP,
					late ? "It is %s ms behind, more than %s ms".formatted(millis(lag), millis(max)) : null);
		}
		else if (this.primary.measuredFor() > max) {
			change(ReplicaState.LATE, "It is behind all that is known, by more than %s ms".formatted(millis(max)));
		}
		else if (this.state != ReplicaState.UP && this.state != ReplicaState.LATE) {
			change(ReplicaState.UNKNOWN, null);
		}
	}

	private void down(String error) {
		this.sample = null;
		change(ReplicaState.DOWN, error);
	}

	private void change(ReplicaState now, @Nullable String error) {
		ReplicaState before = this.state;
		if (error != null) {
			this.lastError = error;
		}
		this.state = now;
		if (before != now) {
			this.listener.replicaChanged(this.name, before, now, error);
		}
	}

	private static long later(long one, long other) {
		if (one == PrimaryPositions.NEVER || other == PrimaryPositions.NEVER) {
			return (one != PrimaryPositions.NEVER) ? one : other;
		}
		return (one - other > 0) ? one : other;
	}

	private static long millis(long nanos) {
		return TimeUnit.NANOSECONDS.toMillis(nanos);
	}

}
