package io.perfstarter.coherence.cache;

import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

/**
 * Tells whether an entry of one cache was loaded before it was evicted.
 *
 * <p>
 * Stamps and evictions take their numbers from one clock. An entry carries the number
 * taken before its value was read, its stamp, and is stale once its key, its group or the
 * whole cache has been evicted under a later one. Evicting a group or everything is thus
 * one step, however many entries there are.
 *
 * <p>
 * Thread-safe without a lock: the number is taken before it is recorded, so an entry that
 * is stamped in between was read after the eviction and is rightly kept.
 */
final class Generations {

	static final long NEVER_CHECKED = -1;

	private final Ticks ticks;

	private final RecentEvictions keys;

	private final RecentEvictions groups;

	private final AtomicLong anyGroup = new AtomicLong(Long.MIN_VALUE);

	private final AtomicLong all = new AtomicLong(Long.MIN_VALUE);

	/**
	 * Counted after the eviction is recorded: who sees the count sees the record.
	 */
	private final AtomicLong evictions = new AtomicLong();

	Generations(Ticks ticks, int remembered) {
		this.ticks = ticks;
		this.keys = new RecentEvictions(remembered);
		this.groups = new RecentEvictions(remembered);
	}

	/**
	 * Whether the entry is stale; costs two reads while nothing has been evicted since it
	 * was last asked.
	 */
	boolean isStale(Object key, GuardedEntry entry) {
		long now = this.evictions.get();
		if (entry.checkedAt() == now) {
			return false;
		}
		if (isStale(key, entry.group(), entry.stamp())) {
			return true;
		}
		entry.checkedAt(now);
		return false;
	}

	boolean isStale(Object key, @Nullable Object group, long stamp) {
		long groupEvicted = (group != null) ? this.groups.lastOf(group) : this.anyGroup.get();
		return this.all.get() > stamp || groupEvicted > stamp || this.keys.lastOf(key) > stamp;
	}

	/**
	 * Evicts a key.
	 * @return the number of the eviction, the stamp for a value that replaces the evicted
	 * one
	 */
	long evictKey(Object key) {
		long number = this.ticks.next();
		this.keys.record(key, number);
		this.evictions.incrementAndGet();
		return number;
	}

	void evictGroup(@Nullable Object group) {
		long number = this.ticks.next();
		this.anyGroup.accumulateAndGet(number, Math::max);
		if (group != null) {
			this.groups.record(group, number);
		}
		this.evictions.incrementAndGet();
	}

	void evictAll() {
		this.all.accumulateAndGet(this.ticks.next(), Math::max);
		this.evictions.incrementAndGet();
	}

}
