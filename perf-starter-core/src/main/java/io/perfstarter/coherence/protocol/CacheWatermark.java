package io.perfstarter.coherence.protocol;

import java.util.function.LongSupplier;

/**
 * The freshness watermark of one cache: all changes of the cache up to this time have
 * been applied. Earlier than that of the instance while a change of the cache is in
 * progress, here or at a peer.
 *
 * <p>
 * Checked at every hit against the clock, so the bound also holds at the first read after
 * a pause of the process. Thread-safe: one volatile field, written by the
 * {@link FreshnessWatermark}.
 */
public final class CacheWatermark {

	private final long maxStaleness;

	private final LongSupplier clock;

	private volatile long upTo;

	CacheWatermark(long maxStaleness, LongSupplier clock, long upTo) {
		this.maxStaleness = maxStaleness;
		this.clock = clock;
		this.upTo = upTo;
	}

	/**
	 * Returns whether an entry may be served: the watermark, or the entry itself, is
	 * younger than the maximum staleness. Reads the clock only if there are peers or a
	 * change is in progress.
	 * @param loadedAt the start of the read of its value
	 * @return whether the entry may be served
	 */
	public boolean covers(long loadedAt) {
		long watermark = this.upTo;
		return watermark == FreshnessWatermark.ALWAYS
				|| (watermark != FreshnessWatermark.NOTHING && covers(watermark, loadedAt, this.clock.getAsLong()));
	}

	/**
	 * Returns whether an entry may be served, for callers that have just read the clock.
	 * @param loadedAt the start of the read of its value
	 * @param now the current time
	 * @return whether the entry may be served
	 */
	public boolean covers(long loadedAt, long now) {
		long watermark = this.upTo;
		return watermark == FreshnessWatermark.ALWAYS
				|| (watermark != FreshnessWatermark.NOTHING && covers(watermark, loadedAt, now));
	}

	private boolean covers(long watermark, long loadedAt, long now) {
		long oldest = now - this.maxStaleness;
		return watermark >= oldest || loadedAt >= oldest;
	}

	long upTo() {
		return this.upTo;
	}

	void upTo(long moment) {
		this.upTo = moment;
	}

}
