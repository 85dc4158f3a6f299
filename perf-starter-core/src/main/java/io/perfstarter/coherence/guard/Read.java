package io.perfstarter.coherence.guard;

import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;

/**
 * One read of a value to cache, and the possible age of the value. Not thread-safe;
 * passed to another thread with the invocation or the future that it belongs to.
 *
 * <p>
 * Has four times. An eviction after {@link #stamp()} makes the value stale, and so does
 * an eviction by its own request or transaction after {@link #origin()}. {@link #asOf()}
 * decides how long the value is served, and is never later than the stamp. All times but
 * {@link #began()} may move back.
 */
final class Read {

	private final ThreadReads thread;

	private final long sequence;

	private final ParallelReads parallel;

	private final long parallelSequence;

	private final long parallelOfUnknownAge;

	private final long began;

	private final boolean inTransaction;

	private final boolean writing;

	private final boolean unknown;

	private ThreadReads rollbacksOf;

	private long rollbacks;

	private long origin;

	private long stamp;

	private long asOf;

	private boolean gated;

	private boolean ofUnknownAge;

	/**
	 * Starts a read on the current thread.
	 * @param parallel the reads of all threads
	 * @param began the current time
	 * @param oldest the earliest time from which its value may originate, or
	 * {@link PutGate#NEVER}
	 * @param current the time up to which cached entries are known to be current
	 * @param writing whether the read may see uncommitted changes
	 * @param ofUnknownAge whether its value may originate from another cache
	 * @param rollbacks the rollbacks of the current thread so far
	 * @param afresh whether its value takes into account all that the current thread has
	 * changed before
	 */
	Read(ThreadReads thread, ParallelReads parallel, long began, long oldest, long current, boolean writing,
			boolean ofUnknownAge, long rollbacks, boolean afresh) {
		this.thread = thread;
		this.parallel = parallel;
		this.parallelSequence = parallel.begin();
		this.parallelOfUnknownAge = parallel.valuesOfUnknownAge();
		this.sequence = thread.served().begin();
		this.began = began;
		this.inTransaction = oldest < began;
		this.writing = writing;
		this.ofUnknownAge = ofUnknownAge;
		this.unknown = oldest == PutGate.NEVER;
		this.stamp = Math.min(began, oldest);
		this.asOf = Math.min(this.stamp, current);
		this.rollbacksOf = thread;
		this.rollbacks = rollbacks;
		this.origin = (afresh) ? began : this.stamp;
	}

	long began() {
		return this.began;
	}

	/**
	 * Returns the load timestamp: the earliest of the starts of the read, its transaction
	 * and its persistence context, and the times of the entries that its thread received.
	 */
	long stamp() {
		return this.stamp;
	}

	/**
	 * Returns the time as of which the value is known to be current, even if it was
	 * computed from entries that other threads received.
	 */
	long asOf() {
		return this.asOf;
	}

	/**
	 * Returns the time after which an eviction by the same request or transaction makes
	 * the value stale. May be later than the stamp: a transaction sees its own changes.
	 */
	long origin() {
		return this.origin;
	}

	boolean isOf(ThreadReads current) {
		return current == this.thread;
	}

	/**
	 * Returns whether a rollback may have undone the value.
	 * @param current the current thread
	 * @param rollbacks the rollbacks of this thread so far
	 */
	boolean isRolledBack(ThreadReads current, long rollbacks) {
		return current == this.rollbacksOf && rollbacks != this.rollbacks;
	}

	/**
	 * Returns whether the value may contain uncommitted changes.
	 */
	boolean isWriting() {
		return this.writing;
	}

	/**
	 * Returns whether the time from which the value may originate is unknown.
	 */
	boolean isUnknown() {
		return this.unknown;
	}

	/**
	 * Returns whether the age of the value is unknown, as if it is from another cache.
	 */
	boolean isOfUnknownAge() {
		return this.ofUnknownAge;
	}

	/**
	 * Limits the serving to max-staleness: the value may have been read at any time.
	 */
	void ofUnknownAge() {
		this.ofUnknownAge = true;
	}

	/**
	 * Counts its value as read at an earlier time, because the caller may have read it
	 * then. Keeps the origin, because the value contains the caller's own changes since
	 * then.
	 */
	void mayBeFrom(long moment) {
		this.stamp = Math.min(this.stamp, moment);
		this.asOf = Math.min(this.asOf, moment);
	}

	/**
	 * Makes the value as old as the entries that its thread, and other threads on its
	 * behalf, have received since its begin.
	 * @param current the reads of the current thread
	 * @param rollbacks its rollbacks so far; if it is another thread than before,
	 * rollbacks count from now on
	 */
	void received(ThreadReads current, long rollbacks) {
		if (current != this.rollbacksOf) {
			this.rollbacksOf = current;
			this.rollbacks = rollbacks;
		}
		this.asOf = Math.min(this.asOf, this.parallel.oldestSince(this.parallelSequence, this.began));
		this.ofUnknownAge |= this.parallel.valuesOfUnknownAge() != this.parallelOfUnknownAge;
		if (isOf(current)) {
			this.ofUnknownAge |= current.served().isUnknownSince(this.sequence);
			lowerTo(current.served().oldestSince(this.sequence));
		}
	}

	private void lowerTo(long stamp) {
		this.stamp = Math.min(this.stamp, stamp);
		this.asOf = Math.min(this.asOf, stamp);
		this.origin = Math.min(this.origin, stamp);
	}

	/**
	 * Sets the time that the put gate returned for the value.
	 */
	void knownAt(long moment) {
		this.gated = moment < this.stamp;
		if (this.gated) {
			lowerTo(moment);
		}
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
