package io.perfstarter.coherence.cache;

import io.perfstarter.coherence.cache.CacheGuard.PutRefusal;

/**
 * One read of a value to cache, and the possible age of the value. Not thread-safe;
 * passed to another thread through a future or a concurrent map.
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
	 * Returns the start of the read.
	 */
	long began() {
		return this.began;
	}

	/**
	 * Returns the time for which the value is known to be current: the earliest of the
	 * read, the start of its transaction, and the cached entries that it was computed
	 * from.
	 */
	long stamp() {
		return this.stamp;
	}

	void lowerTo(long stamp) {
		this.stamp = Math.min(this.stamp, stamp);
	}

	/**
	 * Sets the time that the put gate returned for the value.
	 */
	void knownAt(long moment) {
		this.gated = moment < this.stamp;
		lowerTo(moment);
	}

	/**
	 * Returns the reason for which the value counts as older than its read.
	 */
	PutRefusal whatMakesItOlder() {
		if (this.gated) {
			return PutRefusal.GATE;
		}
		return this.inTransaction ? PutRefusal.TRANSACTION : PutRefusal.EVICTED;
	}

}
