package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Up to which moment this instance is known to have heard of all that was evicted
 * anywhere, and with it the bound: no copy is served that may have been stale for longer
 * than {@code max-staleness}.
 *
 * <p>
 * Asked at every hit and by the clock, so it holds at the first read after a pause of the
 * process too. Thread-safe: one volatile field, written by the {@link CoherenceNode}.
 */
public final class Certificate {

	/**
	 * There is nobody to hear from.
	 */
	static final long ALWAYS = Long.MAX_VALUE;

	/**
	 * Somebody has not been heard of at all.
	 */
	static final long NEVER = Long.MIN_VALUE;

	/**
	 * Nothing may be served, whatever was heard.
	 */
	static final long NOTHING = Long.MIN_VALUE + 1;

	private final long maxStaleness;

	private final LongSupplier clock;

	private volatile long heardUpTo = ALWAYS;

	/**
	 * Creates the certificate of an instance that is alone so far.
	 * @param maxStaleness the bound
	 * @param clock {@link System#nanoTime()}, also for those who ask
	 */
	public Certificate(Duration maxStaleness, LongSupplier clock) {
		this.maxStaleness = maxStaleness.toNanos();
		this.clock = clock;
	}

	/**
	 * Whether a copy may be served: all was heard up to a moment within the bound, or the
	 * copy itself is younger than the bound. Reads the clock only if there are peers.
	 * @param loadedAt when the read of its value began
	 * @return whether it may be served
	 */
	public boolean covers(long loadedAt) {
		long heard = this.heardUpTo;
		return heard == ALWAYS || (heard != NOTHING && covers(heard, loadedAt, this.clock.getAsLong()));
	}

	/**
	 * Whether a copy may be served, for those who have just read the clock.
	 * @param loadedAt when the read of its value began
	 * @param now the time
	 * @return whether it may be served
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
	 * Whether caches are neither to serve nor to keep anything, because the peers have
	 * not been asked yet, or not to be heard any more.
	 * @return whether caches are bypassed
	 */
	public boolean isBypass() {
		return this.heardUpTo == NOTHING;
	}

	/**
	 * Whether the bound rests on the age of each copy, for want of word from a peer.
	 * @return whether only young copies are served
	 */
	public boolean isExpired() {
		long heard = this.heardUpTo;
		return heard != ALWAYS && heard != NOTHING && heard < this.clock.getAsLong() - this.maxStaleness;
	}

	long heardUpTo() {
		return this.heardUpTo;
	}

	void heardUpTo(long moment) {
		this.heardUpTo = moment;
	}

	void bypass() {
		this.heardUpTo = NOTHING;
	}

}
