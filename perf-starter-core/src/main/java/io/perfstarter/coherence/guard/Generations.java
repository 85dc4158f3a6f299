package io.perfstarter.coherence.guard;

import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.coherence.guard.RecentEvictions.Recorded;
import org.jspecify.annotations.Nullable;

/**
 * The invalidation index of one cache: determines whether an entry was loaded before it
 * was evicted.
 *
 * <p>
 * Load timestamps and evictions use the same strictly increasing clock. An entry has the
 * timestamp taken before its value was read, and is stale if its key, its group or the
 * whole cache was evicted later. So the eviction of a group or of all entries is a single
 * step.
 *
 * <p>
 * Thread-safe without a lock: an eviction takes its timestamp before it is recorded. A
 * load with a later timestamp may miss the record, but reads the changed value.
 */
final class Generations {

	static final long NEVER_CHECKED = -1;

	private final Ticks ticks;

	private final RecentEvictions keys;

	private final RecentEvictions groups;

	private final AtomicLong anyGroup = new AtomicLong(Long.MIN_VALUE);

	private final AtomicLong all = new AtomicLong(Long.MIN_VALUE);

	// Incremented after the eviction is recorded: a reader that sees the count also sees
	// the record.
	private final AtomicLong evictions = new AtomicLong();

	Generations(Ticks ticks, int remembered) {
		this.ticks = ticks;
		this.keys = new RecentEvictions(remembered);
		this.groups = new RecentEvictions(remembered);
	}

	/**
	 * Returns whether the entry is stale. Needs only two memory reads if nothing was
	 * evicted since the last check.
	 */
	boolean isStale(Object key, GuardedEntry entry) {
		long now = this.evictions.get();
		if (entry.checkedAt() == now) {
			return false;
		}
		if (this.all.get() > entry.clearStamp() || lastOfGroup(entry.group()) > entry.stamp()
				|| lastOf(key) > entry.keyStamp()) {
			return true;
		}
		entry.checkedAt(now);
		return false;
	}

	boolean isStale(Object key, @Nullable Object group, long stamp) {
		return this.all.get() > stamp || lastOfGroup(group) > stamp || lastOf(key) > stamp;
	}

	private long lastOfGroup(@Nullable Object group) {
		return (group != null) ? this.groups.lastOf(group) : this.anyGroup.get();
	}

	long lastOf(Object key) {
		return this.keys.lastOf(key);
	}

	/**
	 * Evicts a key.
	 * @return the eviction and the previous one of the key
	 */
	Recorded evictKey(Object key) {
		Recorded recorded = this.keys.record(key, this.ticks::next);
		this.evictions.incrementAndGet();
		return recorded;
	}

	void evictGroup(@Nullable Object group) {
		long number = this.ticks.next();
		this.anyGroup.accumulateAndGet(number, Math::max);
		if (group != null) {
			this.groups.record(group, () -> number);
		}
		this.evictions.incrementAndGet();
	}

	/**
	 * Evicts all entries.
	 * @return the eviction and the previous one of all entries
	 */
	Recorded evictAll() {
		long number = this.ticks.next();
		long previous = this.all.getAndAccumulate(number, Math::max);
		this.evictions.incrementAndGet();
		return new Recorded(previous, number);
	}

}
