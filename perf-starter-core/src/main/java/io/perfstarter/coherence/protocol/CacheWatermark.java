package io.perfstarter.coherence.protocol;

import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The freshness watermark of one cache: all changes of the cache up to this time have
 * been applied. It is earlier than the watermark of the instance while a change of the
 * cache is in progress, here or at a peer. It does not cover an entry if evictions may
 * have been missed after the entry was loaded.
 *
 * <p>
 * Each hit compares it with the clock, so the bound also holds at the first read after a
 * pause of the process. Thread-safe: the {@link FreshnessWatermark} writes two volatile
 * fields, the time of missed evictions before the watermark, and readers read them in the
 * opposite order.
 */
public final class CacheWatermark {

	private final long maxStaleness;

	private final LongSupplier clock;

	private volatile long upTo;

	private volatile long missedUpTo;

	private volatile long doubtedUpTo = FreshnessWatermark.NEVER;

	CacheWatermark(long maxStaleness, LongSupplier clock, long upTo, long missedUpTo) {
		this.maxStaleness = maxStaleness;
		this.clock = clock;
		this.upTo = upTo;
		this.missedUpTo = missedUpTo;
	}

	/**
	 * Returns whether an entry may be served: the watermark covers it and is younger than
	 * the maximum staleness, or the entry itself is younger. Reads the clock only if
	 * there are peers, a change is in progress, or evictions may have been missed.
	 * @param loadedAt the start of the read of its value
	 * @return whether the entry may be served
	 */
	public boolean covers(long loadedAt) {
		long watermark = this.upTo;
		if (watermark == FreshnessWatermark.ALWAYS && loadedAt > this.missedUpTo) {
			return true;
		}
		return watermark != FreshnessWatermark.NOTHING && covers(watermark, loadedAt, this.clock.getAsLong());
	}

	/**
	 * Returns whether an entry may be served, for callers that have just read the clock.
	 * @param loadedAt the start of the read of its value
	 * @param now the current time
	 * @return whether the entry may be served
	 */
	public boolean covers(long loadedAt, long now) {
		long watermark = this.upTo;
		return watermark != FreshnessWatermark.NOTHING && covers(watermark, loadedAt, now);
	}

	private boolean covers(long watermark, long loadedAt, long now) {
		long oldest = now - this.maxStaleness;
		return loadedAt >= oldest || (watermark >= oldest && loadedAt > this.missedUpTo);
	}

	long upTo() {
		return this.upTo;
	}

	void upTo(long moment) {
		this.upTo = moment;
	}

	/**
	 * Records that changes until a time may have been missed. Called with the lock of the
	 * {@link FreshnessWatermark}.
	 */
	void missedUpTo(long moment) {
		if (moment > this.missedUpTo) {
			this.missedUpTo = moment;
		}
	}

	/**
	 * Records that the data of the cache may have changed unseen until a time.
	 */
	void doubtedUpTo(long moment) {
		this.doubtedUpTo = Math.max(this.doubtedUpTo, moment);
		missedUpTo(moment);
	}

	/**
	 * Returns why an entry is served by its own age only.
	 * @param loadedAt the start of the read of its value
	 * @return the cause, {@code null} if no known cause affects the entry
	 */
	public @Nullable Doubt doubt(long loadedAt) {
		if (loadedAt > this.missedUpTo) {
			return null;
		}
		return (loadedAt <= this.doubtedUpTo) ? Doubt.UNSEEN_CHANGE : Doubt.MISSED_EVICTIONS;
	}

	/**
	 * The cause for which entries are served by their own age only.
	 */
	public enum Doubt {

		/**
		 * The data of the cache may have changed unseen.
		 */
		UNSEEN_CHANGE,

		/**
		 * Evictions of a peer may have been missed.
		 */
		MISSED_EVICTIONS

	}

}
