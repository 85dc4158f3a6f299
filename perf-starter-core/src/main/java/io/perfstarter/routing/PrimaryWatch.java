package io.perfstarter.routing;

import java.util.Objects;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * What is known of the primary. Written by the thread that asks it, read by all without a
 * lock.
 */
final class PrimaryWatch {

	/**
	 * What a distance is that nobody knows.
	 */
	static final long UNKNOWN = Long.MAX_VALUE;

	private final PrimaryPositions positions = new PrimaryPositions();

	private final LongSupplier clock;

	private final RoutingListener listener;

	private volatile @Nullable Boolean answers;

	private volatile long failedAt;

	private volatile @Nullable String lastError;

	private volatile @Nullable Long cluster;

	private volatile long measuredFrom;

	private volatile @Nullable Silence silence;

	// Confined to the primary's thread.
	private long timeline;

	PrimaryWatch(LongSupplier clock, RoutingListener listener) {
		this.clock = clock;
		this.listener = listener;
	}

	PrimaryPositions positions() {
		return this.positions;
	}

	/**
	 * Whether it answered when it was last asked, {@code null} if it was not asked yet.
	 */
	@Nullable Boolean answers() {
		return this.answers;
	}

	/**
	 * Whether it did not answer when it was last asked, and nobody knows better.
	 * @param token when something was written, {@link ReadScope#NEVER} if nothing was; a
	 * primary that has taken a write since is back
	 */
	boolean isGone(long token) {
		return Boolean.FALSE.equals(this.answers) && (token == ReadScope.NEVER || this.failedAt - token > 0);
	}

	@Nullable String lastError() {
		return this.lastError;
	}

	@Nullable Long cluster() {
		return this.cluster;
	}

	/**
	 * It answered.
	 * @param takenAt a moment before it was asked
	 * @param sample the answer
	 * @return whether positions have a new beginning, so that horizons that were known
	 * mean nothing any more
	 */
	boolean answered(long takenAt, PrimarySample sample) {
		if (sample.inRecovery()) {
			failed("It is in recovery: a standby, and not the primary");
			return false;
		}
		boolean anew = sample.position() != Probe.NO_POSITION && note(takenAt, sample);
		change(true, null);
		return anew;
	}

	private boolean note(long takenAt, PrimarySample sample) {
		if (sample.timeline() != this.timeline || !Objects.equals(sample.cluster(), this.cluster)) {
			this.positions.reset();
			this.timeline = sample.timeline();
			this.cluster = sample.cluster();
		}
		long last = this.positions.lastTakenAt();
		boolean anew = this.positions.took(takenAt, sample.position());
		if (anew) {
			this.measuredFrom = takenAt;
			this.silence = null;
		}
		else if (Boolean.FALSE.equals(this.answers)) {
			// Before the answer is known, so that nobody counts the silence.
			this.silence = new Silence(last, takenAt);
		}
		return anew;
	}

	/**
	 * It did not answer.
	 * @param error why not
	 */
	void failed(String error) {
		this.lastError = error;
		this.failedAt = this.clock.getAsLong();
		change(false, error);
	}

	private void change(boolean now, @Nullable String error) {
		Boolean before = this.answers;
		this.answers = now;
		if ((before != null) ? before != now : !now) {
			this.listener.primaryChanged(now, error);
		}
	}

	/**
	 * For how long the primary may have written what a replica does not show: until now
	 * while it answers, and otherwise until it last did. The last time for which it did
	 * not answer does not count.
	 * @param horizon up to when the replica shows everything
	 * @return nanoseconds, or {@link #UNKNOWN}
	 */
	long aheadOf(long horizon) {
		long last = this.positions.lastTakenAt();
		Boolean answers = this.answers;
		if (last == PrimaryPositions.NEVER) {
			// Nobody knows what it wrote, but as long as it is dead it writes no more.
			return Boolean.FALSE.equals(answers) ? 0 : UNKNOWN;
		}
		if (horizon == PrimaryPositions.NEVER) {
			return UNKNOWN;
		}
		Silence silence = this.silence;
		long silent = (silence != null && horizon - silence.from() <= 0) ? silence.to() - silence.from() : 0;
		long upTo = Boolean.TRUE.equals(answers) ? this.clock.getAsLong() : last;
		return Math.max(0, upTo - horizon - silent);
	}

	/**
	 * For how long at least a replica has been behind whose horizon is before everything
	 * that is known.
	 * @return nanoseconds
	 */
	long measuredFor() {
		return (this.positions.lastTakenAt() != PrimaryPositions.NEVER) ? this.clock.getAsLong() - this.measuredFrom
				: 0;
	}

	/**
	 * A time in which the primary did not answer.
	 *
	 * @param from when it last had been asked with success
	 * @param to when it was for the first time after that
	 */
	private record Silence(long from, long to) {
	}

}
