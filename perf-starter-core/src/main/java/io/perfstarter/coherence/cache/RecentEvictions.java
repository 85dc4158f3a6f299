package io.perfstarter.coherence.cache;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Remembers the number of the last eviction of each id, exactly for the most recent ones
 * and by a common floor for all others.
 *
 * <p>
 * The floor is the highest number forgotten, so an id that was never seen, or whose
 * number was forgotten, counts as evicted then: old entries are refused too often rather
 * than served too long. Thread-safe; the lock only keeps two threads from forgetting at
 * once, readers never wait.
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
		// One recorded late, after a later one of the same id was forgotten, is below it.
		return (number != null) ? Math.max(number, floor) : floor;
	}

	void record(Object id, long number) {
		this.numbers.merge(id, number, Math::max);
		if (this.numbers.size() > this.capacity && this.forgetting.tryLock()) {
			try {
				forgetOlderHalf();
			}
			finally {
				this.forgetting.unlock();
			}
		}
	}

	int size() {
		return this.numbers.size();
	}

	private void forgetOlderHalf() {
		long[] ascending = this.numbers.values().stream().mapToLong(Long::longValue).sorted().toArray();
		long highestForgotten = ascending[ascending.length / 2];
		// Before anything is forgotten: an id must never look younger than it is.
		this.floor.accumulateAndGet(highestForgotten, Math::max);
		this.numbers.values().removeIf((number) -> number <= highestForgotten);
	}

}
