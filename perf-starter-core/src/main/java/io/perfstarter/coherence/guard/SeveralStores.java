package io.perfstarter.coherence.guard;

import java.util.Collection;

import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

/**
 * A cache manager that may have several caches with the same name, such as one for each
 * tenant. Thread-safe.
 */
public interface SeveralStores extends CacheManager {

	/**
	 * Returns the other caches that have the same name.
	 * @param name the name of a cache
	 * @param cache the cache that {@link #getCache} has returned for the name
	 * @return the other caches that were ever returned and may still be in use
	 */
	Collection<Cache> otherCaches(String name, Cache cache);

}
