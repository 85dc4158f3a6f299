package io.perfstarter.coherence.guard;

import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The oldest values served since the begin of each read. Not thread-safe.
 *
 * <p>
 * A monotone queue: a value is recorded only as long as all later values are younger,
 * with the count of reads as its sequence number. So a read that never ends leaves
 * nothing behind.
 */
final class ServedValues {

	private static final int CAPACITY = 32;

	private final long[] reads = new long[CAPACITY];

	private final long[] stamps = new long[CAPACITY];

	private int size;

	private long read;

	private long oldest = Long.MAX_VALUE;

	private long lastOfUnknownAge;

	/**
	 * Starts a read.
	 * @return its sequence number
	 */
	long begin() {
		if (this.oldest != Long.MAX_VALUE) {
			while (this.size > 0 && this.stamps[this.size - 1] >= this.oldest) {
				this.size--;
			}
			if (this.size == CAPACITY) {
				mergeOldest();
			}
			this.reads[this.size] = this.read;
			this.stamps[this.size++] = this.oldest;
			this.oldest = Long.MAX_VALUE;
		}
		return ++this.read;
	}

	/**
	 * Counts the oldest value as served during the read of the second value, to make
	 * room.
	 */
	private void mergeOldest() {
		System.arraycopy(this.reads, 1, this.reads, 0, CAPACITY - 1);
		System.arraycopy(this.stamps, 2, this.stamps, 1, CAPACITY - 2);
		this.size--;
	}

	void served(long stamp) {
		if (stamp < this.oldest) {
			this.oldest = stamp;
		}
	}

	void servedOfUnknownAge() {
		this.lastOfUnknownAge = this.read;
	}

	/**
	 * Returns whether a value of unknown age was served since the begin of a read.
	 */
	boolean isUnknownSince(long read) {
		return this.lastOfUnknownAge >= read;
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
	 * A value that a cache has served.
	 *
	 * @param cache the name of the cache
	 * @param value the value
	 * @param loader loads the value again, without any cache
	 * @param stillServed returns whether the cache would serve the same value now
	 */
	record ServedValue(String cache, @Nullable Object value, Callable<? extends @Nullable Object> loader,
			BooleanSupplier stillServed) {
	}

}
