package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The freshness watermark of this instance: all evictions of all instances up to this
 * time have been applied. Enforces that no entry is served that may have been stale for
 * longer than {@code max-staleness}.
 *
 * <p>
 * Checked at every hit against the clock, so the bound also holds at the first read after
 * a pause of the process. Thread-safe: one volatile field, written by the
 * {@link CoherenceNode}.
 */
public final class Certificate {

	/**
	 * The value if there are no peers.
	 */
	public static final long ALWAYS = Long.MAX_VALUE;

	/**
	 * The value if a peer was never contacted.
	 */
	static final long NEVER = Long.MIN_VALUE;

	/**
	 * The value if no entry may be served.
	 */
	static final long NOTHING = Long.MIN_VALUE + 1;

	private final long maxStaleness;

	private final LongSupplier clock;

	private volatile long heardUpTo = ALWAYS;

	/**
	 * Creates the watermark of an instance without peers.
	 * @param maxStaleness the maximum staleness
	 * @param clock a monotonic clock in nanoseconds, the same as that of the callers
	 */
	public Certificate(Duration maxStaleness, LongSupplier clock) {
		this.maxStaleness = maxStaleness.toNanos();
		this.clock = clock;
	}

	/**
	 * Returns whether an entry may be served: the watermark, or the entry itself, is
	 * younger than the maximum staleness. Reads the clock only if there are peers.
	 * @param loadedAt the start of the read of its value
	 * @return whether the entry may be served
	 */
	public boolean covers(long loadedAt) {
		long heard = this.heardUpTo;
		return heard == ALWAYS || (heard != NOTHING && covers(heard, loadedAt, this.clock.getAsLong()));
	}

	/**
	 * Returns whether an entry may be served, for callers that have just read the clock.
	 * @param loadedAt the start of the read of its value
	 * @param now the current time
	 * @return whether the entry may be served
	 */
	public boolean covers(long loadedAt, long now) {
		long heard = this.heardUpTo;
		return heard == ALWAYS || (heard != NOTHING && covers(heard, loadedAt, now));
	}

	private boolean covers(long heard, long loadedAt, long now) {
		long oldest = now - this.maxStaleness;
		return heard >= oldest || loadedAt >= oldest;
	}

	/**
	 * Returns the time for which the values are known to be current that are computed
	 * from now on from entries that the watermark allows to be served. Without contact
	 * they are served by their own age only, and the caller must count that.
	 * @param now the current time
	 * @return the watermark, or the current time if it does not decide
	 */
	public long currentAt(long now) {
		long heard = this.heardUpTo;
		return (heard != NOTHING && heard >= now - this.maxStaleness) ? Math.min(heard, now) : now;
	}

	/**
	 * Returns the maximum staleness.
	 * @return the maximum staleness in nanoseconds
	 */
	public long maxStaleness() {
		return this.maxStaleness;
	}

	/**
	 * Returns whether caches are bypassed, because the peers have not been contacted yet
	 * or this instance has left the group.
	 * @return whether caches are bypassed
	 */
	public boolean isBypass() {
		return this.heardUpTo == NOTHING;
	}

	/**
	 * Returns whether the TTL fallback is active because contact with a peer is lost.
	 * @return whether only entries younger than the maximum staleness are served
	 */
	public boolean isExpired() {
		long heard = this.heardUpTo;
		return heard != ALWAYS && heard != NOTHING && heard < this.clock.getAsLong() - this.maxStaleness;
	}

	/**
	 * Returns the watermark.
	 * @return the time up to which all evictions have been applied, {@link #ALWAYS}
	 * without peers
	 */
	public long heardUpTo() {
		return this.heardUpTo;
	}

	void heardUpTo(long moment) {
		this.heardUpTo = moment;
	}

	void bypass() {
		this.heardUpTo = NOTHING;
	}

}
