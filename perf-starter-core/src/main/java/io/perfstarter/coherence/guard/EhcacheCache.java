package io.perfstarter.coherence.guard;

import java.util.concurrent.Callable;

import org.ehcache.Cache;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.support.AbstractValueAdaptingCache;

/**
 * Adapts a native Ehcache cache to Spring's cache abstraction.
 */
final class EhcacheCache extends AbstractValueAdaptingCache {

	private final String name;

	private final Cache<Object, Object> ehcache;

	EhcacheCache(String name, Cache<Object, Object> ehcache) {
		super(true);
		this.name = name;
		this.ehcache = ehcache;
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
	public <T> T get(Object key, Callable<T> valueLoader) {
		throw new UnsupportedOperationException("Values are loaded by the guarded cache");
	}

	@Override
	public void put(Object key, @Nullable Object value) {
		this.ehcache.put(key, toStoreValue(value));
	}

	@Override
	public @Nullable ValueWrapper putIfAbsent(Object key, @Nullable Object value) {
		return toValueWrapper(this.ehcache.putIfAbsent(key, toStoreValue(value)));
	}

	@Override
	public void evict(Object key) {
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
		this.ehcache.clear();
	}

}
