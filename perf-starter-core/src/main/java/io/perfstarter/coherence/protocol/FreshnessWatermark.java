package io.perfstarter.coherence.protocol;

import java.time.Duration;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * The freshness watermark of this instance: all evictions of all instances up to this
 * time have been applied, except changes in progress that name their caches. Enforces, by
 * the {@link CacheWatermark} of each cache, that no entry is served that may have been
 * stale for longer than {@code max-staleness}.
 *
 * <p>
 * Thread-safe: writers hold the lock of this object, and take no other lock meanwhile.
 * Readers of one cache read only volatile fields.
 */
public final class FreshnessWatermark {

	/**
	 * The value if there are no peers, or if no change is in progress.
	 */
	static final long ALWAYS = Long.MAX_VALUE;

	/**
	 * The value if a peer was never contacted.
	 */
	static final long NEVER = Long.MIN_VALUE;

	/**
	 * The value if no entry may be served.
	 */
	static final long NOTHING = Long.MIN_VALUE + 1;

	private final long maxStaleness;

	private final LongSupplier clock;

	private final Map<String, CacheWatermark> caches = new HashMap<>();

	// The earlier watermarks of the caches that peers are changing.
	private Map<String, Long> changedByPeers = Map.of();

	// The start of the oldest own change of each cache.
	private final Map<String, Long> changedHere = new HashMap<>();

	private volatile long upTo = ALWAYS;

	private volatile long missedUpTo = NEVER;

	// The latest doubt about any cache.
	private volatile long doubtedUpTo = NEVER;

	// Whether the watermark of a cache may be behind the watermark of the instance.
	private volatile boolean behind;

	/**
	 * Creates the watermark of an instance without peers.
	 * @param maxStaleness the maximum staleness
	 * @param clock a monotonic clock in nanoseconds, the same as the clock of the callers
	 */
	public FreshnessWatermark(Duration maxStaleness, LongSupplier clock) {
		this.maxStaleness = maxStaleness.toNanos();
		this.clock = clock;
	}

	/**
	 * Returns the watermark of a cache, the same at each call.
	 * @param cache the name of the cache
	 * @return its watermark
	 */
	public synchronized CacheWatermark forCache(String cache) {
		return this.caches.computeIfAbsent(cache, (name) -> {
			CacheWatermark created = new CacheWatermark(this.maxStaleness, this.clock, upTo(name), this.missedUpTo);
			// An earlier doubt may still apply, and may concern this cache.
			created.doubtedUpTo(this.doubtedUpTo);
			return created;
		});
	}

	/**
	 * Returns the time as of which a new value is known to be current, even if it is
	 * computed from served entries. Without contact, or during a long change, the caller
	 * must also count the age of these entries.
	 * @param now the current time
	 * @return the earliest watermark that decides, or the current time if none does
	 */
	public long currentAt(long now) {
		long current = currentAt(this.upTo, now);
		return (this.behind) ? Math.min(current, behindAt(now)) : current;
	}

	private synchronized long behindAt(long now) {
		long current = now;
		for (CacheWatermark cache : this.caches.values()) {
			current = Math.min(current, currentAt(cache.upTo(), now));
		}
		return current;
	}

	private long currentAt(long watermark, long now) {
		return (watermark != NOTHING && watermark >= now - this.maxStaleness) ? Math.min(watermark, now) : now;
	}

	/**
	 * Returns the maximum staleness.
	 * @return the maximum staleness in nanoseconds
	 */
	public long maxStaleness() {
		return this.maxStaleness;
	}

	/**
	 * Serves only young entries until the peers have been contacted.
	 */
	public void awaitPeers() {
		heardUpTo(NEVER);
	}

	/**
	 * Returns the age of this watermark.
	 * @return the time since which evictions may be missing, {@code null} if it is not
	 * known or nothing is served
	 */
	public @Nullable Duration age() {
		return CoherenceNode.age(this.upTo, this.clock.getAsLong());
	}

	/**
	 * Returns whether caches are bypassed, because this instance has left the group.
	 * @return whether caches are bypassed
	 */
	public boolean isBypass() {
		return this.upTo == NOTHING;
	}

	/**
	 * Returns whether the TTL fallback is active for every cache, because contact with a
	 * peer is lost.
	 * @return whether only entries younger than the maximum staleness are served
	 */
	public boolean isExpired() {
		return isExpired(this.upTo);
	}

	private boolean isExpired(long watermark) {
		return watermark != ALWAYS && watermark != NOTHING && watermark < this.clock.getAsLong() - this.maxStaleness;
	}

	/**
	 * Returns the number of caches for which the TTL fallback is active because of a
	 * change in progress.
	 * @return the number of caches, zero if it is active for every cache
	 */
	public synchronized int expiredCaches() {
		return isExpired() ? 0 : (int) this.caches.values().stream().filter((cache) -> isExpired(cache.upTo())).count();
	}

	/**
	 * Returns whether any entry may be served by its own age only: evictions may have
	 * been missed, or young entries are in doubt.
	 * @return whether entries may be served that no watermark covers
	 */
	public boolean isAnyServedByAge() {
		return isMissingEvictions() || isRecent(this.doubtedUpTo);
	}

	/**
	 * Returns whether evictions may have been missed: the TTL fallback is active for a
	 * cache, or was when young entries were loaded.
	 * @return {@code false} also while entries are in doubt only
	 */
	public boolean isMissingEvictions() {
		return isExpired() || (this.behind && expiredCaches() > 0) || isRecent(this.missedUpTo);
	}

	private boolean isRecent(long moment) {
		return moment != NEVER && moment >= this.clock.getAsLong() - this.maxStaleness;
	}

	/**
	 * Returns whether a served entry may have been served by its own age only.
	 * @param asOf the time as of which it is known to be current
	 * @return {@code false} if a watermark covered it
	 */
	public boolean mayServeByAge(long asOf) {
		return asOf <= Math.max(this.missedUpTo, this.doubtedUpTo)
				|| ((this.behind) ? isMissingEvictions() : asOf > this.upTo && isExpired());
	}

	/**
	 * Returns whether there are no peers, so that no eviction can be missing.
	 * @return whether every entry is served, unless a change of it is in progress
	 */
	public boolean isAlone() {
		return this.upTo == ALWAYS;
	}

	long upTo() {
		return this.upTo;
	}

	/**
	 * Returns the watermarks of caches that are behind the watermark of the instance.
	 */
	synchronized Map<String, Long> behind() {
		Map<String, Long> behind = new TreeMap<>();
		this.caches.forEach((name, cache) -> {
			if (cache.upTo() < this.upTo) {
				behind.put(name, cache.upTo());
			}
		});
		return behind;
	}

	/**
	 * Returns the ages of the watermarks of caches that are behind, because a change of
	 * them is in progress.
	 * @return the ages by the name of the cache
	 */
	public Map<String, Duration> agesBehind() {
		long now = this.clock.getAsLong();
		Map<String, Duration> ages = new TreeMap<>();
		behind().forEach((cache, upTo) -> {
			Duration age = CoherenceNode.age(upTo, now);
			if (age != null) {
				ages.put(cache, age);
			}
		});
		return Collections.unmodifiableMap(ages);
	}

	void heardUpTo(long moment) {
		heardUpTo(moment, Map.of());
	}

	/**
	 * Sets the time up to which all evictions of all peers are applied.
	 * @param moment the time
	 * @param behind the earlier times of the caches that peers are changing
	 */
	public synchronized void heardUpTo(long moment, Map<String, Long> behind) {
		this.upTo = moment;
		this.changedByPeers = behind;
		this.behind = isBehind();
		this.caches.forEach((name, cache) -> cache.upTo(upTo(name)));
	}

	/**
	 * Records that evictions up to a time may have been missed: entries loaded until then
	 * are served by their own age only. Must be called before the watermark advances.
	 * @param moment the time
	 */
	public synchronized void missedUpTo(long moment) {
		this.missedUpTo = Math.max(this.missedUpTo, moment);
		this.caches.values().forEach((cache) -> cache.missedUpTo(this.missedUpTo));
	}

	/**
	 * Records that the data of a cache may have changed unseen until a time. Only their
	 * own age counts for entries loaded until then. Must be called before the watermark
	 * advances.
	 * @param cache the name of the cache, or {@link PendingAges#EVERY_CACHE}
	 * @param moment the time
	 */
	public synchronized void doubted(String cache, long moment) {
		this.doubtedUpTo = Math.max(this.doubtedUpTo, moment);
		if (cache.equals(PendingAges.EVERY_CACHE)) {
			this.caches.values().forEach((each) -> each.doubtedUpTo(moment));
		}
		else if (this.caches.containsKey(cache)) {
			this.caches.get(cache).doubtedUpTo(moment);
		}
	}

	/**
	 * Sets the start of the oldest own change in progress.
	 * @param cache the name of the cache
	 * @param since the start, {@link #ALWAYS} if there is none
	 */
	synchronized void changing(String cache, long since) {
		if (since == ALWAYS) {
			this.changedHere.remove(cache);
		}
		else {
			this.changedHere.put(cache, since);
		}
		this.behind = isBehind();
		CacheWatermark watermark = this.caches.get(cache);
		if (watermark != null) {
			watermark.upTo(upTo(cache));
		}
	}

	/**
	 * Serves no entry, because this instance leaves the group.
	 */
	public void bypass() {
		heardUpTo(NOTHING);
	}

	private boolean isBehind() {
		return !this.changedByPeers.isEmpty() || !this.changedHere.isEmpty();
	}

	private long upTo(String cache) {
		return Math.min(this.upTo, Math.min(this.changedByPeers.getOrDefault(cache, ALWAYS),
				this.changedHere.getOrDefault(cache, ALWAYS)));
	}

}
