package io.perfstarter.coherence.cache;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * The reads of one thread: the oldest value served to it since the begin of each, and its
 * recent misses. Confined to its thread.
 *
 * <p>
 * The served values are a monotone queue: only those are recorded that are older than all
 * later ones, and the count of reads is their sequence number. So a read that never ends
 * leaves nothing behind.
 */
final class ThreadReads {

	/**
	 * The maximum number of recorded misses of one unit of work.
	 */
	static final int MISSES = 64;

	private static final int SERVED = 32;

	private final long[] reads = new long[SERVED];

	private final long[] stamps = new long[SERVED];

	private int size;

	private long read;

	private long oldest = Long.MAX_VALUE;

	private final Map<EntryId, Miss> misses = new LinkedHashMap<>();

	private final OwnEvictions evictions = new OwnEvictions(MISSES);

	private @Nullable Object unitOfWork;

	private long oldestDiscarded = Long.MAX_VALUE;

	/**
	 * Starts a read.
	 * @return its sequence number
	 */
	long begin() {
		if (this.oldest != Long.MAX_VALUE) {
			while (this.size > 0 && this.stamps[this.size - 1] >= this.oldest) {
				this.size--;
			}
			if (this.size == SERVED) {
				mergeOldest();
			}
			this.reads[this.size] = this.read;
			this.stamps[this.size++] = this.oldest;
			this.oldest = Long.MAX_VALUE;
		}
		return ++this.read;
	}

	/**
	 * Counts the oldest value as served during the second oldest read.
	 */
	private void mergeOldest() {
		System.arraycopy(this.reads, 1, this.reads, 0, SERVED - 1);
		System.arraycopy(this.stamps, 2, this.stamps, 1, SERVED - 2);
		this.size--;
	}

	void served(long stamp) {
		if (stamp < this.oldest) {
			this.oldest = stamp;
		}
	}

	/**
	 * Returns the load timestamp of the oldest value served since the begin of a read.
	 */
	long oldestSince(long read) {
		for (int i = 0; i < this.size; i++) {
			if (this.reads[i] >= read) {
				return Math.min(this.stamps[i], this.oldest);
			}
		}
		return this.oldest;
	}

	/**
	 * Continues the unit of work that the thread is in, or forgets the previous one.
	 * @param unitOfWork the request or the transaction, {@code null} if neither is known
	 */
	ThreadReads in(@Nullable Object unitOfWork) {
		if (unitOfWork != this.unitOfWork) {
			forget();
			this.unitOfWork = unitOfWork;
		}
		return this;
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

	void missed(EntryId entry, Miss miss) {
		this.misses.put(entry, miss);
		if (this.misses.size() > MISSES) {
			Iterator<Miss> eldest = this.misses.values().iterator();
			this.oldestDiscarded = Math.min(this.oldestDiscarded, eldest.next().read().stamp());
			eldest.remove();
		}
	}

	/**
	 * Returns the earliest begin of a read that may be followed by a put but is not
	 * recorded.
	 */
	long oldestDiscarded() {
		return this.oldestDiscarded;
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
	 * @param writes the {@link ThreadWrites#count} before it
	 */
	record Miss(Read read, long writes) {

	}

}
