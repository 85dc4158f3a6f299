package io.perfstarter.routing.connection;

import java.sql.SQLException;
import java.sql.SQLTimeoutException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * The observed state of a replica.
 *
 * <p>
 * Thread-safe. Readers take no lock. Writers take the lock, so that changes are reported
 * in order. They write the horizon before the state that makes the replica eligible.
 */
final class ReplicaWatch {

	private static final Duration RECONNECT = Duration.ofSeconds(30);

	private final String name;

	private final PrimaryWatch primary;

	private final ProbeSchedule schedule;

	private final LongSupplier clock;

	private final RoutingListener listener;

	private final Duration maxLag;

	private final long window;

	private final ReentrantLock lock = new ReentrantLock();

	// Writes are guarded by the lock.
	private volatile ReplicaState state = ReplicaState.UNKNOWN;

	private volatile long horizon = Sampler.NEVER;

	private volatile boolean windowed;

	private volatile @Nullable String lastError;

	private volatile boolean suspect;

	// Confined to the thread that probes.
	private long connectedAt;

	// Guarded by the lock.
	private final OutageCauses causes;

	// Guarded by the lock; null while there is no valid sample.
	private @Nullable Sample sample;

	// Guarded by the lock.
	private long sampledAt;

	// Guarded by the lock; a position that the primary had not reached.
	private @Nullable Position ahead;

	ReplicaWatch(String name, RoutingSettings settings, PrimaryWatch primary, ProbeSchedule schedule,
			LongSupplier clock, RoutingListener listener) {
		this.name = name;
		this.primary = primary;
		this.schedule = schedule;
		this.clock = clock;
		this.listener = listener;
		this.causes = new OutageCauses(clock);
		this.maxLag = settings.maxLag();
		this.window = settings.window().toNanos();
		this.connectedAt = clock.getAsLong();
	}

	ReplicaState state() {
		return this.state;
	}

	/**
	 * Returns the freshness horizon: the replica shows all commits that returned before
	 * that time. Without positions the configured window is taken as the lag.
	 * @return the time by {@link System#nanoTime()}, {@link Sampler#NEVER} if unknown
	 */
	long horizon() {
		return this.windowed ? this.clock.getAsLong() - this.window : this.horizon;
	}

	/**
	 * Returns the upper bound of the replica's lag.
	 * @return the lag, {@code null} if unknown
	 */
	@Nullable Duration lag() {
		if (this.windowed || this.horizon == Sampler.NEVER) {
			return null;
		}
		long lag = this.primary.lagOf(this.horizon);
		return (lag != PrimaryWatch.UNKNOWN) ? Duration.ofNanos(lag) : null;
	}

	/**
	 * Returns the last reason why reads could not use the replica, {@code null} if there
	 * was none.
	 */
	@Nullable String lastError() {
		return this.lastError;
	}

	/**
	 * Returns whether reads may use the replica: it is reachable, belongs to the cluster
	 * and is within a lag limit. A limit above {@code lag.max} also admits a replica that
	 * {@code lag.max} excludes.
	 * @param limit the maximum lag
	 */
	boolean isReadable(Duration limit) {
		ReplicaState state = this.state;
		boolean eligible = state == ReplicaState.UP || (state == ReplicaState.LATE && limit.compareTo(this.maxLag) > 0);
		return eligible && (this.windowed || this.primary.lagOf(this.horizon) <= limit.toNanos());
	}

	/**
	 * Records that a connection was lost or could not be borrowed, although the pool was
	 * not exhausted.
	 * @param failure the reason
	 */
	void borrowFailed(SQLException failure) {
		if (this.schedule.isOpen()) {
			return;
		}
		this.lock.lock();
		try {
			if (this.schedule.trip()) {
				// Only a new probe connection proves that new connections work.
				this.suspect = true;
				down(FailureText.of(failure));
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Records a successful probe.
	 * @param askedAt when the probe started
	 * @param sample the result
	 */
	void answered(long askedAt, Sample sample) {
		this.lock.lock();
		try {
			if (this.schedule.succeeded(askedAt)) {
				// After a failure, or at a lower position, the replica may show less than
				// before.
				boolean on = this.sample != null && sample.includes(this.sample);
				this.sample = sample;
				this.sampledAt = this.clock.getAsLong();
				judge(sample, on ? this.horizon : Sampler.NEVER);
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Records a failed probe. If the first probe times out, the state stays unknown until
	 * the second one: the machine may be busy with the start.
	 * @param failure the reason
	 */
	void failed(Throwable failure) {
		this.lock.lock();
		try {
			this.schedule.failed();
			if (failure instanceof SQLTimeoutException && this.lastError == null
					&& this.state == ReplicaState.UNKNOWN) {
				this.lastError = FailureText.of(failure);
				return;
			}
			down(FailureText.of(failure));
			this.listener.replicaFailed(this.name, failure);
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Re-evaluates the replica after a probe of the primary.
	 * @param reset whether the positions of the primary were reset, so that the horizon
	 * is invalid
	 */
	void primaryMoved(boolean reset) {
		this.lock.lock();
		try {
			if (reset) {
				this.horizon = Sampler.NEVER;
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
	 * Returns whether the sampler must reconnect, and clears the request. While the
	 * replica is not up, the sampler reconnects every 30 s, because the address may mean
	 * another server by now.
	 */
	boolean takeReconnectRequest() {
		boolean reconnects = this.suspect
				|| (this.state != ReplicaState.UP && this.clock.getAsLong() - this.connectedAt >= RECONNECT.toNanos());
		if (reconnects) {
			this.suspect = false;
			this.connectedAt = this.clock.getAsLong();
		}
		return reconnects;
	}

	/**
	 * Sets the state of the replica according to a sample.
	 * @param sample the sample
	 * @param before a horizon that is still valid, {@link Sampler#NEVER} if there is none
	 */
	private void judge(Sample sample, long before) {
		Position position = sample.position();
		Position primary = this.primary.position();
		String foreign = (position != null && primary != null) ? position.whyForeign(primary) : null;
		if (foreign != null) {
			this.horizon = Sampler.NEVER;
			change(ReplicaState.FOREIGN, foreign);
		}
		else if (!sample.inRecovery()) {
			this.horizon = Sampler.NEVER;
			change(ReplicaState.WRITABLE, "The server accepts writes, so it is not a replica");
		}
		else if (position == null) {
			this.windowed = true;
			change(ReplicaState.UP, null);
		}
		else if (isAhead(position)) {
			this.windowed = false;
			this.horizon = Sampler.NEVER;
			change(ReplicaState.LATE, "It has transactions that the primary does not have");
		}
		else {
			this.windowed = false;
			this.horizon = later(before, this.primary.positions().horizonOf(position));
			judgeLag();
		}
		this.listener.horizonMoved();
	}

	/**
	 * Returns whether the replica has transactions of a lost primary that the present
	 * primary lacks. The answer stays true for this position, because the present primary
	 * may assign it again.
	 */
	private boolean isAhead(Position position) {
		// Read in this order: the position is not older than the time.
		long primaryAskedAt = this.primary.positions().lastTakenAt();
		Position primary = this.primary.position();
		if (primary != null && primaryAskedAt != Sampler.NEVER && primaryAskedAt - this.sampledAt >= 0) {
			this.ahead = (position.isAheadOf(primary) || position.equals(this.ahead)) ? position : null;
		}
		return this.ahead != null;
	}

	private void judgeLag() {
		long max = this.maxLag.toNanos();
		long lag = this.primary.lagOf(this.horizon);
		if (lag != PrimaryWatch.UNKNOWN) {
			// An excluded replica is up again when its lag falls to 80 % of the limit.
			boolean late = lag > ((this.state == ReplicaState.LATE) ? max / 5 * 4 : max);
			change(late ? ReplicaState.LATE : ReplicaState.UP,
					late ? "Its lag of %s ms exceeds %s ms".formatted(millis(lag), millis(max)) : null);
		}
		else if (this.primary.refusal() != null) {
			change(ReplicaState.LATE, "Its lag is unknown because of the primary: " + this.primary.refusal());
		}
		else if (this.primary.measuredFor() > max) {
			change(ReplicaState.LATE,
					"Its lag exceeds %s ms: it is behind all known positions of the primary".formatted(millis(max)));
		}
		else if (this.state != ReplicaState.UP && this.state != ReplicaState.LATE) {
			change(ReplicaState.UNKNOWN, null);
		}
	}

	private void down(String error) {
		this.sample = null;
		boolean still = this.state == ReplicaState.DOWN;
		if (!still) {
			this.causes.clear();
		}
		boolean reported = this.causes.isReported(error);
		change(ReplicaState.DOWN, error);
		if (still && reported) {
			this.listener.replicaChanged(this.name, ReplicaState.DOWN, ReplicaState.DOWN, error);
		}
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
		if (one == Sampler.NEVER || other == Sampler.NEVER) {
			return (one != Sampler.NEVER) ? one : other;
		}
		return (one - other > 0) ? one : other;
	}

	private static long millis(long nanos) {
		return TimeUnit.NANOSECONDS.toMillis(nanos);
	}

	/**
	 * Decides which causes of an outage to report: each of the first five different
	 * causes at once. After that, a cause that differs from the last reported one, once a
	 * minute at most. Causes that differ only in figures, such as times, count as equal.
	 * Not thread-safe.
	 */
	static final class OutageCauses {

		static final int FIRST = 5;

		// Omits the SQL state, which stands in parentheses.
		private static final Pattern FIGURE = Pattern.compile("(?<!\\()\\b\\d++");

		static final Duration INTERVAL = Duration.ofMinutes(1);

		private final LongSupplier clock;

		private final Set<String> first = new HashSet<>();

		private @Nullable String last;

		private long reportedAt;

		/**
		 * Creates an object without an outage.
		 * @param clock {@link System#nanoTime()}
		 */
		OutageCauses(LongSupplier clock) {
			this.clock = clock;
		}

		/**
		 * Forgets the causes of the last outage.
		 */
		void clear() {
			this.first.clear();
			this.last = null;
		}

		/**
		 * Returns whether to report a cause, and records the report.
		 */
		boolean isReported(String failure) {
			String cause = FIGURE.matcher(failure).replaceAll("0");
			long now = this.clock.getAsLong();
			boolean reported = !cause.equals(this.last) && ((this.first.size() < FIRST && this.first.add(cause))
					|| now - this.reportedAt >= INTERVAL.toNanos());
			if (reported) {
				this.last = cause;
				this.reportedAt = now;
			}
			return reported;
		}

	}

}
