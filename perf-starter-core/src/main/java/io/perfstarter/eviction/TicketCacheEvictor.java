package io.perfstarter.eviction;

import org.jspecify.annotations.Nullable;

/**
 * Evicts cache entries programmatically, like {@link EvictTicketCache}: after the commit
 * of the current transaction, or immediately without one, on this instance and on all
 * other instances.
 *
 * <p>
 * Thread-safe. A failure to evict is logged and counted, never thrown.
 */
public interface TicketCacheEvictor {

	/**
	 * Evicts one entry.
	 * @param cache the name of the cache
	 * @param key the key of the entry; {@code null} evicts nothing and is counted
	 */
	void evict(String cache, @Nullable Object key);

	/**
	 * Evicts all entries of a group, and all entries without a group.
	 * @param cache the name of the cache
	 * @param group the group; {@code null} for only the entries without a group
	 */
	void evictGroup(String cache, @Nullable Object group);

	/**
	 * Evicts all entries of a cache.
	 * @param cache the name of the cache
	 */
	void evictAll(String cache);

}
