package io.perfstarter.coherence.cache;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;

import io.perfstarter.coherence.cache.CacheGuard.HitRefusal;
import io.perfstarter.coherence.cache.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.CacheWatermark;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;

/**
 * The entries of one cache, with the checks before they are served, stored and evicted.
 *
 * <p>
 * An eviction takes effect by its timestamp, before any entry is removed. Thread-safe
 * without a lock: each entry is checked before it is put, after it, because an eviction
 * may occur in between, and at each hit.
 */
final class GuardedStore {

	/**
	 * The number of evictions of keys, and of groups, that are recorded exactly.
	 */
	static final int REMEMBERED_EVICTIONS = 10_000;

	private static final long NO_TIME_TO_LIVE = -1;

	private final Cache store;

	private final @Nullable GroupExpression groupExpression;

	private final long timeToLiveNanos;

	private final CacheGuard guard;

	private final CacheWatermark watermark;

	private final Generations generations;

	private final Withheld withheld = new Withheld();

	private final LongAdder refusedHits = new LongAdder();

	/**
	 * Creates the guarded store.
	 * @param timeToLive the maximum age of a value since its read, {@code null} if the
	 * store expires its entries
	 */
	GuardedStore(Cache store, @Nullable GroupExpression groupExpression, @Nullable Duration timeToLive,
			CacheGuard guard) {
		this.store = store;
		this.groupExpression = groupExpression;
		this.timeToLiveNanos = (timeToLive != null) ? saturated(timeToLive) : NO_TIME_TO_LIVE;
		this.guard = guard;
		this.watermark = guard.certificate().forCache(store.getName());
		this.generations = new Generations(guard.ticks(), REMEMBERED_EVICTIONS);
	}

	@Nullable GuardedEntry find(Object key) {
		GuardedEntry entry = entryIn(this.store.get(key));
		if (entry == null) {
			return null;
		}
		HitRefusal refusal = refusal(key, entry);
		if (refusal != null) {
			this.refusedHits.increment();
			this.guard.refused(refusal);
			if (refusal == HitRefusal.EXPIRED) {
				this.store.evict(key);
			}
			return null;
		}
		return entry;
	}

	/**
	 * Checks evictions last, because they are recorded before a fence is released or the
	 * watermark moves.
	 */
	private @Nullable HitRefusal refusal(Object key, GuardedEntry entry) {
		if (this.withheld.concerns(key, entry.group())) {
			return HitRefusal.WITHHELD;
		}
		HitRefusal refusal = refusalForAge(entry.stamp());
		if (refusal != null) {
			return refusal;
		}
		return this.generations.isStale(key, entry) ? HitRefusal.EVICTED : null;
	}

	/**
	 * Reads the clock at most once, because that takes half as long as a hit.
	 */
	private @Nullable HitRefusal refusalForAge(long stamp) {
		if (this.timeToLiveNanos == NO_TIME_TO_LIVE) {
			return this.watermark.covers(stamp) ? null : HitRefusal.CERTIFICATE;
		}
		long now = this.guard.now();
		if (now - stamp >= this.timeToLiveNanos) {
			return HitRefusal.EXPIRED;
		}
		return this.watermark.covers(stamp, now) ? null : HitRefusal.CERTIFICATE;
	}

	private static long saturated(Duration duration) {
		try {
			return duration.toNanos();
		}
		catch (ArithmeticException ex) {
			return Long.MAX_VALUE;
		}
	}

	/**
	 * Returns whether a value with this load timestamp could be served.
	 */
	boolean isServable(Object key, long stamp) {
		return !this.withheld.concerns(key, null) && this.watermark.covers(stamp)
				&& !this.generations.isStale(key, null, stamp);
	}

	/**
	 * Stores a loaded value, unless it was evicted meanwhile.
	 */
	void keep(Object key, @Nullable Object value, Read read) {
		GuardedEntry entry = entry(key, value, read.stamp());
		PutRefusal refusal = put(key, entry);
		if (refusal == PutRefusal.EVICTED && !this.generations.isStale(key, entry.group(), read.began())) {
			refusal = read.whatMakesItOlder();
		}
		if (refusal != null) {
			this.guard.refused(refusal);
		}
	}

	/**
	 * Stores a changed value, so that values that were read before are not stored any
	 * more.
	 */
	void replace(Object key, @Nullable Object value) {
		long number = this.generations.evictKey(key);
		PutRefusal refusal = put(key, entry(key, value, number));
		if (refusal != null) {
			this.store.evict(key);
			this.guard.refused(refusal);
		}
	}

	private @Nullable PutRefusal put(Object key, GuardedEntry entry) {
		if (this.guard.certificate().isBypass()) {
			return PutRefusal.BYPASS;
		}
		if (this.withheld.concerns(key, entry.group())) {
			return PutRefusal.WITHHELD;
		}
		if (this.generations.isStale(key, entry)) {
			return PutRefusal.EVICTED;
		}
		this.store.put(key, entry);
		if (this.generations.isStale(key, entry)) {
			this.store.evict(key);
			return PutRefusal.EVICTED;
		}
		return null;
	}

	/**
	 * Marks the entries of the event as stale in one step.
	 */
	void bump(Event event) {
		switch (event.scope()) {
			case KEYS -> event.ids().forEach((key) -> {
				if (key != null) {
					this.generations.evictKey(key);
				}
			});
			case ALL -> this.generations.evictAll();
			case GROUPS -> event.ids().forEach(this.generations::evictGroup);
		}
	}

	/**
	 * Removes the entries of the event, which must already be stale. Entries of a group
	 * stay until they expire or are replaced.
	 */
	void remove(Event event) {
		switch (event.scope()) {
			case KEYS -> event.ids().forEach((key) -> {
				if (key != null) {
					this.store.evict(key);
				}
			});
			case ALL -> this.store.clear();
			case GROUPS -> {
			}
		}
	}

	boolean evict(Object key) {
		this.generations.evictKey(key);
		return this.store.evictIfPresent(key);
	}

	void clear() {
		this.generations.evictAll();
		this.store.clear();
	}

	void withhold(Event event) {
		this.withheld.add(event);
	}

	void release(Event event) {
		this.withheld.remove(event);
	}

	long refusedHits() {
		return this.refusedHits.sum();
	}

	private GuardedEntry entry(Object key, @Nullable Object value, long stamp) {
		Object group = (this.groupExpression != null) ? this.groupExpression.groupOf(key, value) : null;
		return new GuardedEntry(value, group, stamp);
	}

	/**
	 * Ignores values that were put into the store directly.
	 */
	private static @Nullable GuardedEntry entryIn(@Nullable ValueWrapper stored) {
		return (stored != null && stored.get() instanceof GuardedEntry entry) ? entry : null;
	}

}
