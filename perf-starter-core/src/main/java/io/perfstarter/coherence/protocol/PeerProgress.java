package io.perfstarter.coherence.protocol;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

/**
 * The progress of one peer, as known to this instance.
 *
 * <p>
 * A high watermark takes effect only after all evictions up to it were applied. The
 * freshness watermark then covers the time of its request, because all earlier evictions
 * had a sequence number. Not thread-safe.
 */
final class PeerProgress {

	private final String origin;

	private long done;

	private long doneAt;

	// Neither field moves back; the second holds only times before the first.
	private long upTo = FreshnessWatermark.NEVER;

	private Map<String, Long> behind = Map.of();

	private long lastWord;

	private @Nullable Target target;

	/**
	 * Creates the progress of a new peer.
	 * @param origin its id
	 * @param done the sequence number up to which all evictions are applied or irrelevant
	 * @param now the current time
	 */
	PeerProgress(String origin, long done, long now) {
		this.origin = origin;
		this.done = done;
		this.doneAt = now;
		this.lastWord = now;
	}

	String origin() {
		return this.origin;
	}

	/**
	 * Returns the sequence number up to which all evictions are applied.
	 */
	long done() {
		return this.done;
	}

	/**
	 * Returns the highest known sequence number.
	 */
	long mark() {
		return (this.target != null) ? this.target.mark() : this.done;
	}

	/**
	 * Returns the time up to which all evictions of the peer are applied, for caches that
	 * the peer is not changing.
	 */
	long upTo() {
		return this.upTo;
	}

	/**
	 * Returns the earlier times of the caches that the peer is changing.
	 */
	Map<String, Long> behind() {
		return this.behind;
	}

	long lastWord() {
		return this.lastWord;
	}

	/**
	 * Processes a high watermark of the peer. An earlier high watermark that is not
	 * reached yet stays the target. Otherwise a series of high watermarks could postpone
	 * the freshness watermark without limit.
	 * @param mark the high watermark of the peer
	 * @param asked the time of its request, {@link FreshnessWatermark#NEVER} if it was
	 * not requested
	 * @param pending the changes in progress at the peer
	 * @param now the current time
	 * @return whether this revealed new missing evictions
	 */
	boolean hear(long mark, long asked, PendingAges pending, long now) {
		this.lastWord = now;
		if (mark <= this.done) {
			advance(asked, pending);
			return false;
		}
		if (this.target != null) {
			return false;
		}
		this.target = new Target(mark, asked, pending, now);
		return true;
	}

	/**
	 * Returns whether more evictions count as applied than the peer has made, because a
	 * message under its id has claimed them.
	 * @param mark the high watermark of the peer
	 * @param asked the time of its request
	 */
	boolean isAhead(long mark, long asked) {
		return mark < this.done && asked > this.doneAt;
	}

	/**
	 * Starts again at the high watermark of the peer.
	 * @param mark the high watermark
	 * @param now the current time
	 */
	void startAgain(long mark, long now) {
		this.done = mark;
		this.doneAt = now;
		this.target = null;
	}

	/**
	 * Records applied events.
	 * @param batch the events
	 * @param now the current time
	 * @return whether the watermark of the peer has moved, because a high watermark is
	 * reached
	 */
	boolean done(Batch batch, long now) {
		if (batch.after() > this.done) {
			return false;
		}
		if (batch.upTo() > this.done) {
			this.done = batch.upTo();
			this.doneAt = now;
		}
		if (this.target == null || this.target.mark() > this.done) {
			return false;
		}
		advance(this.target.asked(), this.target.pending());
		this.target = null;
		return true;
	}

	/**
	 * Processes an answer whose high watermark is reached: everything that the peer had
	 * committed when it was asked is applied, except changes in progress.
	 * @param asked the time of the request, {@link FreshnessWatermark#NEVER} if there was
	 * none
	 * @param pending the changes in progress when the peer answered
	 */
	private void advance(long asked, PendingAges pending) {
		if (asked == FreshnessWatermark.NEVER) {
			return;
		}
		long before = this.upTo;
		this.upTo = Math.max(before, earlier(asked, pending.every()));
		Set<String> named = new HashSet<>(this.behind.keySet());
		named.addAll(pending.caches().keySet());
		Map<String, Long> still = new HashMap<>();
		for (String cache : named) {
			long moment = Math.max(this.behind.getOrDefault(cache, before), earlier(asked, pending.of(cache)));
			if (moment < this.upTo) {
				still.put(cache, moment);
			}
		}
		this.behind = Map.copyOf(still);
	}

	private static long earlier(long asked, long age) {
		long moment = asked - age;
		// An absurd age of a peer must not overflow into the future.
		return (moment <= asked) ? moment : FreshnessWatermark.NEVER;
	}

	/**
	 * Returns whether an eviction is missing that should have arrived by now.
	 */
	boolean isGap(long now) {
		return this.target != null && now - this.target.noticed() >= ProtocolTimings.GAP.toNanos();
	}

	/**
	 * A high watermark that is not reached yet.
	 *
	 * @param mark the sequence number
	 * @param asked the time that is covered when it is reached
	 * @param pending the changes in progress at the peer
	 * @param noticed the time at which it became known
	 */
	private record Target(long mark, long asked, PendingAges pending, long noticed) {
	}

}
