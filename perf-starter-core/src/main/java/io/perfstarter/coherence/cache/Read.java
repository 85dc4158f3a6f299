package io.perfstarter.coherence.cache;

import io.perfstarter.coherence.cache.CacheGuard.PutRefusal;

/**
 * One read of a value that is to be cached, and how old that value may be. Not
 * thread-safe; a read that ends on another thread is handed over by its future or map.
 */
final class Read {

	private final long began;

	private final boolean inTransaction;

	private long stamp;

	private boolean gated;

	Read(long began, long transactionBegan) {
		this.began = began;
		this.inTransaction = transactionBegan < began;
		this.stamp = Math.min(began, transactionBegan);
	}

	private Read(Read read) {
		this.began = read.began;
		this.inTransaction = read.inTransaction;
		this.stamp = read.stamp;
		this.gated = read.gated;
	}

	Read copy() {
		return new Read(this);
	}

	/**
	 * The moment of the read itself.
	 */
	long began() {
		return this.began;
	}

	/**
	 * The moment for which the value is known to be true: no later than the read, its
	 * transaction and the copies that it was made from.
	 */
	long stamp() {
		return this.stamp;
	}

	void lowerTo(long stamp) {
		this.stamp = Math.min(this.stamp, stamp);
	}

	/**
	 * The put gate knows how old the value is.
	 */
	void knownAt(long moment) {
		this.gated = moment < this.stamp;
		lowerTo(moment);
	}

	/**
	 * Why the value counts as evicted, though nothing was evicted since the read.
	 */
	PutRefusal whatMakesItOlder() {
		if (this.gated) {
			return PutRefusal.GATE;
		}
		return this.inTransaction ? PutRefusal.TRANSACTION : PutRefusal.EVICTED;
	}

}
