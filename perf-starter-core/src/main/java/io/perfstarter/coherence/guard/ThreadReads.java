package io.perfstarter.coherence.guard;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.coherence.commit.TransactionAccount;
import org.jspecify.annotations.Nullable;

/**
 * The reads of one thread: the values served to it, and the recent misses of its request
 * or transaction. Confined to its thread.
 */
final class ThreadReads {

	/**
	 * The maximum number of recorded misses of one unit of work.
	 */
	static final int MISSES = 512;

	private final ServedValues served = new ServedValues();

	private final Map<EntryId, Miss> misses = new LinkedHashMap<>();

	private final OwnEvictions evictions = new OwnEvictions(MISSES);

	private @Nullable Object unitOfWork;

	private boolean servingRequest;

	private boolean bypassing;

	private long oldestDiscarded = Long.MAX_VALUE;

	private long rollbacksBefore;

	ServedValues served() {
		return this.served;
	}

	/**
	 * Enters a unit of work. Forgets the previous one if that is another.
	 * @param unitOfWork the request or the transaction, {@code null} if neither is known
	 * @param rollbacks the rollbacks of the thread so far
	 */
	ThreadReads in(@Nullable Object unitOfWork, long rollbacks) {
		if (unitOfWork != this.unitOfWork) {
			boolean begun = this.servingRequest && this.unitOfWork == null;
			forget();
			this.unitOfWork = unitOfWork;
			this.rollbacksBefore = begun ? this.rollbacksBefore : rollbacks;
		}
		return this;
	}

	/**
	 * Returns the rollbacks of the thread before the unit of work.
	 */
	long rollbacksBefore() {
		return this.rollbacksBefore;
	}

	boolean isInKnownUnit() {
		return this.unitOfWork != null;
	}

	/**
	 * Ends the unit of work.
	 */
	void forget() {
		this.misses.clear();
		this.evictions.forget();
		this.unitOfWork = null;
		this.oldestDiscarded = Long.MAX_VALUE;
	}

	boolean isBypassing() {
		return this.bypassing;
	}

	void bypassing(boolean bypassing) {
		this.bypassing = bypassing;
	}

	boolean isServingRequest() {
		return this.servingRequest;
	}

	void servingRequest(boolean serving, long rollbacks) {
		this.servingRequest = serving;
		forget();
		this.rollbacksBefore = rollbacks;
	}

	void missed(EntryId entry, Miss miss) {
		this.misses.put(entry, miss);
		if (this.misses.size() > MISSES) {
			Iterator<Miss> eldest = this.misses.values().iterator();
			this.oldestDiscarded = Math.min(this.oldestDiscarded, eldest.next().read().stamp());
			eldest.remove();
		}
	}

	/**
	 * Returns the earliest begin of a read that is no longer recorded but may still be
	 * followed by a put.
	 */
	long oldestDiscarded() {
		return this.oldestDiscarded;
	}

	@Nullable Miss miss(EntryId entry) {
		return this.misses.get(entry);
	}

	@Nullable Miss take(EntryId entry) {
		return this.misses.remove(entry);
	}

	OwnEvictions evictions() {
		return this.evictions;
	}

	/**
	 * A miss that may be followed by a put of the loaded value.
	 *
	 * @param read the read that began with the miss
	 * @param writes the {@link TransactionAccount#writes} before it
	 * @param statements the {@link TransactionAccount#statements} before it
	 */
	record Miss(Read read, long writes, long statements) {

	}

}
