package io.perfstarter.coherence.cache;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Tells whether an entry of one cache was loaded before it was evicted.
 *
 * <p>
 * Every eviction takes the next number. An entry carries the number that was current
 * before its value was read, its stamp, and is stale once its key, its group or the whole
 * cache has been evicted under a later one. Evicting a group or everything is thus one
 * step, however many entries there are.
 *
 * <p>
 * Thread-safe without a lock: the number is taken before it is published, so an entry
 * that is stamped in between was read after the eviction and is rightly kept.
 */
final class Generations {

	private final AtomicLong current = new AtomicLong();

	private final AtomicLong all = new AtomicLong();

	private final AtomicLong anyGroup = new AtomicLong();

	private final RecentEvictions keys;

	private final RecentEvictions groups;

	Generations(int remembered) {
		this.keys = new RecentEvictions(remembered);
		this.groups = new RecentEvictions(remembered);
	}

	/**
	 * The stamp for a value that is about to be read.
	 * @return the number of the last eviction
	 */
	long stamp() {
		return this.current.get();
	}

	boolean isStale(Object key, @Nullable Object group, long stamp) {
		if (stamp == this.current.get()) {
			return false;
		}
		long groupEvicted = (group != null) ? this.groups.lastOf(group) : this.anyGroup.get();
		return stamp < this.all.get() || stamp < groupEvicted || stamp < this.keys.lastOf(key);
	}

	void evictKey(Object key) {
		this.keys.record(key, this.current.incrementAndGet());
	}

	void evictGroup(@Nullable Object group) {
		long number = this.current.incrementAndGet();
		this.anyGroup.accumulateAndGet(number, Math::max);
		if (group != null) {
			this.groups.record(group, number);
		}
	}

	void evictAll() {
		this.all.accumulateAndGet(this.current.incrementAndGet(), Math::max);
	}

}
