package io.perfstarter.coherence.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/**
 * Stores the timestamp of the last eviction of each id, exactly for recent evictions. All
 * older ones share one lower bound.
 *
 * <p>
 * The lower bound is the highest discarded timestamp. An id without a stored timestamp
 * counts as evicted at the lower bound, so old entries may be rejected unnecessarily, but
 * stale ones are never served. Thread-safe: readers never block; the lock only prevents
 * two threads from discarding concurrently.
 */
final class RecentEvictions {

	private final int capacity;

	private final Map<Object, Long> numbers = new ConcurrentHashMap<>();

	private final AtomicLong floor = new AtomicLong(Long.MIN_VALUE);

	private final ReentrantLock forgetting = new ReentrantLock();

	RecentEvictions(int capacity) {
		this.capacity = capacity;
	}

	long lastOf(Object id) {
		Long number = this.numbers.get(id);
		long floor = this.floor.get();
		// If a later eviction of the same id was discarded before this one was recorded,
		// this one is below the lower bound.
		return (number != null) ? Math.max(number, floor) : floor;
	}

	/**
	 * Records an eviction. The supplier is called under the lock of the id, so that the
	 * evictions of one id are recorded in the order of their timestamps.
	 * @param timestamps supplies the timestamp
	 * @return the eviction and the previous one of the id
	 */
	Recorded record(Object id, LongSupplier timestamps) {
		long[] previous = { Long.MIN_VALUE };
		long number = this.numbers.compute(id, (ignored, last) -> {
			previous[0] = (last != null) ? last : Long.MIN_VALUE;
			return Math.max(previous[0], timestamps.getAsLong());
		});
		// Read after the record, because the previous eviction may just have been
		// discarded.
		Recorded recorded = new Recorded(Math.max(previous[0], this.floor.get()), number);
		if (this.numbers.size() > this.capacity && this.forgetting.tryLock()) {
			try {
				forgetOlderHalf();
			}
			finally {
				this.forgetting.unlock();
			}
		}
		return recorded;
	}

	int size() {
		return this.numbers.size();
	}

	private void forgetOlderHalf() {
		long[] ascending = this.numbers.values().stream().mapToLong(Long::longValue).sorted().toArray();
		long highestForgotten = ascending[ascending.length / 2];
		// Raised before any timestamp is discarded, so that an eviction is never missed.
		this.floor.accumulateAndGet(highestForgotten, Math::max);
		this.numbers.values().removeIf((number) -> number <= highestForgotten);
	}

	/**
	 * A recorded eviction.
	 *
	 * @param previous the timestamp of the previous eviction of the same id
	 * @param number its timestamp
	 */
	record Recorded(long previous, long number) {

	}

}
