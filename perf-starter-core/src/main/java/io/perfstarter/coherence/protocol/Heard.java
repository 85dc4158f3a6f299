package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * How much this instance has heard of one other.
 *
 * <p>
 * Word of a mark certifies nothing until everything up to that mark was done here; then
 * it certifies the moment at which it was asked for, because what happened before has a
 * number by then. Not thread-safe.
 */
final class Heard {

	private final String origin;

	private long done;

	private long upTo = Certificate.NEVER;

	private long lastWord;

	private @Nullable Target target;

	/**
	 * Notes a new peer.
	 * @param origin its id
	 * @param done the number up to which nothing needs to be done
	 * @param now the time
	 */
	Heard(String origin, long done, long now) {
		this.origin = origin;
		this.done = done;
		this.lastWord = now;
	}

	String origin() {
		return this.origin;
	}

	/**
	 * The number up to which everything was done here.
	 */
	long done() {
		return this.done;
	}

	/**
	 * The highest number known to exist.
	 */
	long mark() {
		return (this.target != null) ? this.target.mark() : this.done;
	}

	/**
	 * The moment up to which all was heard.
	 */
	long upTo() {
		return this.upTo;
	}

	long lastWord() {
		return this.lastWord;
	}

	/**
	 * Hears how far the peer is. While an earlier mark is to be reached, a later one does
	 * not replace it, so that a stream of marks cannot put off the certificate for ever.
	 * @param mark the peer's last number
	 * @param asked when it was asked for, {@link Certificate#NEVER} if it was not
	 * @param now the time
	 * @return whether something up to the mark remains to be done, and was not known
	 * before
	 */
	boolean hear(long mark, long asked, long now) {
		this.lastWord = now;
		if (mark <= this.done) {
			this.upTo = Math.max(this.upTo, asked);
			return false;
		}
		if (this.target != null) {
			return false;
		}
		this.target = new Target(mark, asked, now);
		return true;
	}

	/**
	 * Events were carried out here.
	 * @param batch which
	 */
	void done(Batch batch) {
		if (batch.after() <= this.done) {
			doneUpTo(batch.upTo());
		}
	}

	/**
	 * Everything up to a number was carried out, or is void because everything was
	 * cleared.
	 * @param number the number
	 */
	void doneUpTo(long number) {
		this.done = Math.max(this.done, number);
		if (this.target != null && this.target.mark() <= this.done) {
			this.upTo = Math.max(this.upTo, this.target.asked());
			this.target = null;
		}
	}

	/**
	 * Whether something is missing that should have come by itself.
	 */
	boolean isGap(long now) {
		return this.target != null && now - this.target.noticed() >= Pace.GAP.toNanos();
	}

	/**
	 * A mark to be reached.
	 *
	 * @param mark the number
	 * @param asked the moment that is certified when it is reached
	 * @param noticed since when it is known
	 */
	private record Target(long mark, long asked, long noticed) {
	}

}
