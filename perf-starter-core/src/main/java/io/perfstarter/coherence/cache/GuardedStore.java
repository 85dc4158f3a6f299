package io.perfstarter.coherence.cache;

import java.util.concurrent.atomic.LongAdder;

import io.perfstarter.coherence.cache.CacheGuard.HitRefusal;
import io.perfstarter.coherence.cache.CacheGuard.PutRefusal;
import io.perfstarter.coherence.protocol.Event;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;

/**
 * The entries of one cache, and the rules by which they are served, kept and evicted.
 *
 * <p>
 * An eviction takes effect by its number, before anything is removed. Thread-safe without
 * a lock: each entry is checked before it is put, after it, because it may be evicted in
 * between, and at each hit.
 */
final class GuardedStore {

	/**
	 * How many evictions of single keys, and of groups, are remembered exactly.
	 */
	static final int REMEMBERED_EVICTIONS = 10_000;

	private final Cache store;

	private final @Nullable GroupExpression groupExpression;

	private final CacheGuard guard;

	private final Generations generations;

	private final Withheld withheld = new Withheld();

	private final LongAdder refusedHits = new LongAdder();

	GuardedStore(Cache store, @Nullable GroupExpression groupExpression, CacheGuard guard) {
		this.store = store;
		this.groupExpression = groupExpression;
		this.guard = guard;
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
			return null;
		}
		return entry;
	}

	/**
	 * The eviction is asked for last: what is released, or certified, was evicted first.
	 */
	private @Nullable HitRefusal refusal(Object key, GuardedEntry entry) {
		if (this.withheld.concerns(key, entry.group())) {
			return HitRefusal.WITHHELD;
		}
		if (!this.guard.certificate().covers(entry.stamp())) {
			return HitRefusal.CERTIFICATE;
		}
		return this.generations.isStale(key, entry) ? HitRefusal.EVICTED : null;
	}

	/**
	 * Whether a value that is being read since a stamp could be served.
	 */
	boolean isServable(Object key, long stamp) {
		return !this.withheld.concerns(key, null) && this.guard.certificate().covers(stamp)
				&& !this.generations.isStale(key, null, stamp);
	}

	/**
	 * Keeps a value that was read, if it is still true.
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
	 * Puts a value that is new, so that what was read before is not kept any more.
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
	 * Makes what the event names stale, at once and however much it is.
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
	 * Removes what the event names, which must be stale already; the entries of a group
	 * stay until they expire or make room.
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
	 * What somebody has put past us is no entry.
	 */
	private static @Nullable GuardedEntry entryIn(@Nullable ValueWrapper stored) {
		return (stored != null && stored.get() instanceof GuardedEntry entry) ? entry : null;
	}

}
