package io.perfstarter.coherence.guard;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.LongAdder;

import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.AbstractValueAdaptingCache;

/**
 * Adapts a native Ehcache cache to Spring's cache abstraction, and counts the entries
 * that are stored again after the cache had no room for them.
 */
final class EhcacheCache extends AbstractValueAdaptingCache {

	private final String name;

	private final Cache<Object, Object> ehcache;

	private final RecentKeys recent;

	private final LongAdder reloads = new LongAdder();

	EhcacheCache(String name, Cache<Object, Object> ehcache, long maxEntries) {
		super(true);
		this.name = name;
		this.ehcache = ehcache;
		this.recent = new RecentKeys(maxEntries);
	}

	/**
	 * Returns the number of entries that were stored though they had been stored before
	 * and were not evicted explicitly.
	 */
	long reloads() {
		return this.reloads.sum();
	}

	@Override
	public String getName() {
		return this.name;
	}

	@Override
	public Object getNativeCache() {
		return this.ehcache;
	}

	@Override
	protected @Nullable Object lookup(Object key) {
		return this.ehcache.get(key);
	}

	@Override
	@SuppressWarnings("unchecked")
	public <T> @Nullable T get(Object key, Callable<T> valueLoader) {
		ValueWrapper present = get(key);
		if (present != null) {
			return (T) present.get();
		}
		try {
			T value = valueLoader.call();
			put(key, value);
			return value;
		}
		catch (Exception ex) {
			throw new ValueRetrievalException(key, valueLoader, ex);
		}
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		stored(key);
		this.ehcache.put(key, toStoreValue(value));
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		Object present = this.ehcache.putIfAbsent(key, toStoreValue(value));
		if (present == null) {
			stored(key);
		}
		return toValueWrapper(present);
	}

	private void stored(Object key) {
		if (this.recent.add(key)) {
			this.reloads.increment();
		}
	}

	@Override
	public void evict(Object key) {
		this.recent.remove(key);
		this.ehcache.remove(key);
	}

	@Override
	public boolean evictIfPresent(Object key) {
		boolean present = this.ehcache.containsKey(key);
		evict(key);
		return present;
	}

	@Override
	public boolean invalidate() {
		boolean present = this.ehcache.iterator().hasNext();
		clear();
		return present;
	}

	@Override
	public void clear() {
		this.recent.clear();
		this.ehcache.clear();
	}

}
