package io.perfstarter.eviction;

import org.jspecify.annotations.Nullable;

/**
 * Evicts from code what {@link EvictTicketCache} evicts by annotation: after the commit
 * of the current transaction, or at once when there is none, here and on every other
 * instance.
 *
 * <p>
 * Thread-safe. A failure to evict is logged and counted, never thrown.
 */
public interface TicketCacheEvictor {

	/**
	 * Evicts one entry.
	 * @param cache the name of the cache
	 * @param key the key of the entry
	 */
	void evict(String cache, Object key);

	/**
	 * Evicts all entries of a group, and those that have no group.
	 * @param cache the name of the cache
	 * @param group the group; {@code null} for the entries without a group alone
	 */
	void evictGroup(String cache, @Nullable Object group);

	/**
	 * Evicts all entries of a cache.
	 * @param cache the name of the cache
	 */
	void evictAll(String cache);

}
