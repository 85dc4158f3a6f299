package io.perfstarter.coherence.guard;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

import io.perfstarter.coherence.guard.CacheGuard.HitRefusal;
import io.perfstarter.coherence.guard.CacheGuard.PutRefusal;
import io.perfstarter.coherence.guard.OwnEvictions.Change;
import io.perfstarter.coherence.guard.RecentEvictions.Recorded;
import io.perfstarter.coherence.protocol.CacheWatermark;
import io.perfstarter.coherence.protocol.CacheWatermark.Doubt;
import io.perfstarter.coherence.protocol.Event;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.Cache;
import org.springframework.cache.Cache.ValueWrapper;

/**
 * The entries of one cache, with the checks before they are served, stored and evicted.
 *
 * <p>
 * An eviction takes effect by its timestamp, before any entry is removed. Thread-safe
 * without a lock: each entry is checked before its put, after its put (an eviction may
 * occur in between) and at each hit.
 */
final class GuardedStore {

	/**
	 * The number of evictions of keys, and of groups, that are recorded exactly.
	 */
	static final int REMEMBERED_EVICTIONS = 10_000;

	private static final Log logger = LogFactory.getLog(GuardedStore.class);

	private static final long NO_TIME_TO_LIVE = -1;

	// The number of puts without a hit after which the store is searched for new entries.
	private static final int PUTS_WITHOUT_HIT = 100;

	// The number of entries that must be missing. One is not enough, because another
	// thread may evict an entry at once.
	private static final int MISSING = 20;

	private final Cache store;

	private final @Nullable GroupExpression groupExpression;

	private final long timeToLiveNanos;

	private final CacheGuard guard;

	private final CacheWatermark watermark;

	private final Generations generations;

	private final InvalidationFence fence = new InvalidationFence();

	// Held while a value is stored if absent, because the store cannot replace a stale
	// entry atomically.
	private final ReentrantLock ifAbsent = new ReentrantLock();

	private final LongAdder refusedHits = new LongAdder();

	private final AtomicInteger putsWithoutHit = new AtomicInteger();

	private volatile boolean keeps;

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
		this.watermark = guard.watermark().forCache(store.getName());
		this.generations = new Generations(guard.ticks(), REMEMBERED_EVICTIONS);
	}

	@Nullable GuardedEntry find(Object key) {
		GuardedEntry entry = entryIn(this.store.get(key));
		if (entry == null) {
			return null;
		}
		if (!this.keeps) {
			this.keeps = true;
		}
		HitRefusal refusal = refusal(key, entry);
		if (refusal != null) {
			this.refusedHits.increment();
			this.guard.refused(refusal, doubt(entry));
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
		if (this.fence.concerns(key, entry.group())) {
			return HitRefusal.WITHHELD;
		}
		HitRefusal refusal = refusalForAge(entry);
		if (refusal != null) {
			return refusal;
		}
		return this.generations.isStale(key, entry) ? HitRefusal.EVICTED : null;
	}

	/**
	 * Reads the clock at most once, because a read of the clock takes half as long as a
	 * hit.
	 */
	private @Nullable HitRefusal refusalForAge(GuardedEntry entry) {
		long asOf = entry.asOf();
		if (this.timeToLiveNanos == NO_TIME_TO_LIVE && !entry.isOfUnknownAge()) {
			return this.watermark.covers(asOf) ? null : HitRefusal.CERTIFICATE;
		}
		long now = this.guard.now();
		if (this.timeToLiveNanos != NO_TIME_TO_LIVE && now - asOf >= this.timeToLiveNanos) {
			return HitRefusal.EXPIRED;
		}
		boolean covered = this.watermark.covers(asOf, now)
				&& !(entry.isOfUnknownAge() && now - asOf > this.guard.watermark().maxStaleness());
		return covered ? null : HitRefusal.CERTIFICATE;
	}

	/**
	 * Returns why the entry is served for max-staleness at most, otherwise {@code null}.
	 */
	@Nullable Doubt doubt(GuardedEntry entry) {
		return this.watermark.doubt(entry.asOf());
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
		return !this.fence.concerns(key, null) && this.watermark.covers(stamp)
				&& !this.generations.isStale(key, null, stamp);
	}

	/**
	 * Returns the entry of a value that waits for the commit, {@code null} if it will not
	 * be stored.
	 */
	@Nullable GuardedEntry find(Object key, PendingValues.PendingValue pending) {
		if (!isLatest(key, pending.change()) || this.guard.isRolledBack(pending.read())) {
			return null;
		}
		GuardedEntry entry = entry(key, pending);
		return (refusal(key, entry) == null) ? entry : null;
	}

	/**
	 * Stores a value that must be committed now, unless it was evicted or changed
	 * meanwhile.
	 */
	void store(Object key, PendingValues.PendingValue value) {
		if (this.guard.mayBeUncommitted(value.read())) {
			this.guard.refused(PutRefusal.TRANSACTION);
		}
		else if (value.change() == null) {
			GuardedEntry entry = entry(key, value);
			refused(key, entry, value.read(), put(key, entry));
		}
		else if (isLatest(key, value.change())) {
			replace(key, entry(key, value));
		}
	}

	private boolean isLatest(Object key, @Nullable Change change) {
		OwnEvictions own = this.guard.currentEvictions();
		return change == null || (own != null && own.isLatest(new EntryId(this, key), change));
	}

	private void replace(Object key, GuardedEntry entry) {
		PutRefusal refusal = put(key, entry);
		if (refusal != null) {
			this.store.evict(key);
			this.guard.refused(refusal);
		}
	}

	void refused(PutRefusal refusal) {
		this.guard.refused(refusal);
	}

	private void refused(Object key, GuardedEntry entry, Read read, @Nullable PutRefusal refusal) {
		if (refusal == PutRefusal.EVICTED && !this.generations.isStale(key, entry.group(), read.began())) {
			this.guard.refused(read.whatMakesItOlder());
		}
		else if (refusal != null) {
			this.guard.refused(refusal);
		}
	}

	/**
	 * Stores a loaded value if there is no valid entry.
	 * @return the valid entry
	 */
	@Nullable GuardedEntry keepIfAbsent(Object key, @Nullable Object value, Read read) {
		GuardedEntry entry = entry(key, new PendingValues.PendingValue(value, read, null));
		PutRefusal refusal = refusalBeforePut(key, entry);
		if (refusal == null) {
			this.ifAbsent.lock();
			try {
				for (ValueWrapper present = this.store.putIfAbsent(key, entry); present != null; present = this.store
					.putIfAbsent(key, entry)) {
					GuardedEntry valid = entryIn(present);
					if (valid != null && refusal(key, valid) == null) {
						return valid;
					}
					this.store.evict(key);
				}
				refusal = refusalAfterPut(key, entry);
			}
			finally {
				this.ifAbsent.unlock();
			}
		}
		refused(key, entry, read, refusal);
		return null;
	}

	/**
	 * Marks an entry as stale before it is changed. From then on, values that were read
	 * earlier are not stored.
	 * @param since the time since when others may have changed it too
	 * @param ofCall whether the new value is the result of a call, which may itself have
	 * evicted the entry at its commits
	 * @return the change, {@code null} if others have evicted the key since
	 */
	@Nullable Change beginChange(Object key, long since, boolean ofCall, OwnEvictions own) {
		Recorded eviction = this.generations.evictKey(key);
		return own.begin(new EntryId(this, key), eviction.previous(), eviction.number(), since, ofCall);
	}

	private @Nullable PutRefusal put(Object key, GuardedEntry entry) {
		PutRefusal refusal = refusalBeforePut(key, entry);
		if (refusal != null) {
			return refusal;
		}
		this.store.put(key, entry);
		return refusalAfterPut(key, entry);
	}

	private @Nullable PutRefusal refusalBeforePut(Object key, GuardedEntry entry) {
		if (this.guard.watermark().isBypass()) {
			return PutRefusal.BYPASS;
		}
		if (this.fence.concerns(key, entry.group())) {
			return PutRefusal.WITHHELD;
		}
		return this.generations.isStale(key, entry) ? PutRefusal.EVICTED : null;
	}

	private @Nullable PutRefusal refusalAfterPut(Object key, GuardedEntry entry) {
		if (this.generations.isStale(key, entry)) {
			this.store.evict(key);
			return PutRefusal.EVICTED;
		}
		if (!this.keeps) {
			checkThatItKeeps(key);
		}
		return null;
	}

	/**
	 * Checks that the store keeps values. A store with a limit in bytes silently rejects
	 * each value that it cannot measure.
	 */
	private void checkThatItKeeps(Object key) {
		int puts = this.putsWithoutHit.incrementAndGet();
		if (puts > PUTS_WITHOUT_HIT && this.store.get(key) != null) {
			this.keeps = true;
		}
		else if (puts == PUTS_WITHOUT_HIT + MISSING) {
			this.keeps = true;
			logger
				.warn(("The cache '%s' keeps nothing: after %d puts there was no hit, and its store (%s) was without the "
						+ "last %d entries right after they were put. Check its limits: one in bytes rejects what cannot be measured, such as records")
					.formatted(this.store.getName(), puts, this.store.getNativeCache().getClass().getName(), MISSING));
		}
	}

	/**
	 * Marks the entries of the event as stale in one step.
	 */
	void bump(Event event) {
		switch (event.scope()) {
			case KEYS -> event.ids().forEach((key) -> {
				if (key != null) {
					bump(key);
				}
			});
			case ALL -> {
				Recorded clear = this.generations.evictAll();
				OwnEvictions own = this.guard.currentEvictions();
				if (own != null) {
					own.clearAgain(this, clear);
				}
			}
			case GROUPS -> event.ids().forEach(this.generations::evictGroup);
		}
	}

	private void bump(Object key) {
		Recorded eviction = this.generations.evictKey(key);
		OwnEvictions own = this.guard.currentEvictions();
		if (own != null) {
			own.follow(new EntryId(this, key), eviction.previous(), eviction.number());
		}
	}

	/**
	 * Discards values of the current transaction that wait for its commit.
	 */
	void discard(Event event) {
		OwnEvictions own = this.guard.currentEvictions();
		PendingValues pending = this.guard.transaction().currentPending();
		switch (event.scope()) {
			case KEYS -> event.ids().forEach((key) -> {
				EntryId entry = new EntryId(this, key);
				if (own != null) {
					own.discard(entry);
				}
				if (pending != null) {
					pending.discard(entry);
				}
			});
			case ALL -> {
				if (own != null) {
					own.discardAll(this, this.guard.ticks().next());
				}
				if (pending != null) {
					pending.discardAll(this);
				}
			}
			case GROUPS -> {
				if (pending != null) {
					event.ids().forEach((group) -> pending.discardGroup(this, group));
				}
			}
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

	boolean clear(OwnEvictions own) {
		own.clear(this, this.generations.evictAll());
		return this.store.invalidate();
	}

	void withhold(Event event) {
		this.fence.add(event);
	}

	void release(Event event) {
		this.fence.remove(event);
	}

	long refusedHits() {
		return this.refusedHits.sum();
	}

	private GuardedEntry entry(Object key, PendingValues.PendingValue value) {
		Read read = value.read();
		Change change = value.change();
		long keyStamp = (change != null) ? Math.max(change.number(), read.stamp()) : read.stamp();
		long origin = (change != null) ? change.begun() : read.origin();
		return new GuardedEntry(value.value(), groupOf(key, value), read.stamp(), keyStamp,
				this.guard.clearStamp(this, read, origin), read.asOf(), read.isOfUnknownAge());
	}

	@Nullable Object groupOf(Object key, PendingValues.PendingValue value) {
		return (this.groupExpression != null) ? this.groupExpression.groupOf(key, value.value()) : null;
	}

	/**
	 * Ignores values that were put into the store directly.
	 */
	private static @Nullable GuardedEntry entryIn(@Nullable ValueWrapper stored) {
		return (stored != null && stored.get() instanceof GuardedEntry entry) ? entry : null;
	}

}
