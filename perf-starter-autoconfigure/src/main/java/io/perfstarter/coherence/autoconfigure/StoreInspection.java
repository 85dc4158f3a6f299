package io.perfstarter.coherence.autoconfigure;

import javax.cache.configuration.CompleteConfiguration;
import javax.cache.configuration.Configuration;
import javax.cache.configuration.OptionalFeature;

import com.github.benmanes.caffeine.cache.LoadingCache;
import com.github.benmanes.caffeine.cache.Policy;

import org.springframework.cache.Cache;
import org.springframework.cache.caffeine.CaffeineCache;
import org.springframework.cache.concurrent.ConcurrentMapCache;
import org.springframework.cache.jcache.JCacheCache;

/**
 * Determines whether a cache can be guarded: the entries of a guard are valid only in
 * this process. So the cache must hold them on this heap, and must not use their values.
 *
 * <p>
 * Caches are recognized by the exact names of their classes, because a subclass may copy
 * values, and because the libraries are optional.
 */
final class StoreInspection {

	private static final String NO_EXPIRY = "it has no expiry, so an entry that is never evicted is served forever";

	private StoreInspection() {
	}

	static StoreFinding of(Cache store) {
		try {
			return switch (store.getClass().getName()) {
				case "org.springframework.cache.concurrent.ConcurrentMapCache" -> ConcurrentMaps.inspect(store);
				case "org.springframework.cache.caffeine.CaffeineCache" -> Caffeines.inspect(store);
				case "org.springframework.cache.jcache.JCacheCache" -> JCaches.inspect(store);
				default -> StoreFinding.refused("it is not known to hold its values by reference on this heap");
			};
		}
		catch (RuntimeException ex) {
			return StoreFinding.refused("it cannot be inspected (%s)".formatted(ex));
		}
	}

	/**
	 * Inspects ConcurrentMapCache.
	 */
	private static final class ConcurrentMaps {

		static StoreFinding inspect(Cache store) {
			ConcurrentMapCache cache = (ConcurrentMapCache) store;
			Class<?> map = cache.getNativeCache().getClass();
			if (cache.isStoreByValue()) {
				return StoreFinding.refused("it stores by value");
			}
			if (!map.getName().startsWith("java.util.concurrent.")) {
				return StoreFinding.refused(
						"its map is a %s, which is not known to hold its values by reference".formatted(map.getName()));
			}
			return StoreFinding.guardable(NO_EXPIRY);
		}

	}

	/**
	 * Inspects Caffeine caches.
	 */
	private static final class Caffeines {

		static StoreFinding inspect(Cache store) {
			com.github.benmanes.caffeine.cache.Cache<Object, Object> cache = ((CaffeineCache) store).getNativeCache();
			Policy<Object, Object> policy = cache.policy();
			if (cache instanceof LoadingCache) {
				return StoreFinding.refused("it has a cache loader, whose values would not be guarded");
			}
			// A weigher and an expiry would receive guarded entries instead of the
			// application's values.
			if (policy.eviction().map(Policy.Eviction::isWeighted).orElse(false)) {
				return StoreFinding.refused("it has a weigher, which would be called with guarded values");
			}
			if (policy.expireVariably().isPresent()) {
				return StoreFinding.refused("it has an expiry by value, which would receive guarded values");
			}
			boolean expires = policy.expireAfterWrite().isPresent() || policy.expireAfterAccess().isPresent();
			return StoreFinding.guardable(expires ? null : NO_EXPIRY);
		}

	}

	/**
	 * Inspects JCache caches, whose configuration shows whether they store by reference.
	 */
	private static final class JCaches {

		// Copies entries by serialization, but only on this heap.
		private static final String CAFFEINE = "com.github.benmanes.caffeine.jcache.CacheProxy";

		@SuppressWarnings("unchecked")
		static StoreFinding inspect(Cache store) {
			javax.cache.Cache<Object, Object> cache = ((JCacheCache) store).getNativeCache();
			Configuration<Object, Object> configuration = cache.getConfiguration(Configuration.class);
			boolean byReference = !configuration.isStoreByValue()
					&& cache.getCacheManager().getCachingProvider().isSupported(OptionalFeature.STORE_BY_REFERENCE);
			if (!byReference && !cache.getClass().getName().equals(CAFFEINE)) {
				return StoreFinding.refused(
						"it stores by value; create it with 'new MutableConfiguration<>().setStoreByValue(false)'");
			}
			if (configuration.getKeyType() != Object.class || configuration.getValueType() != Object.class) {
				return StoreFinding.refused("its types are %s and %s, and must both be java.lang.Object"
					.formatted(configuration.getKeyType().getName(), configuration.getValueType().getName()));
			}
			if (configuration instanceof CompleteConfiguration<?, ?> complete) {
				if (complete.isReadThrough() || complete.isWriteThrough()) {
					return StoreFinding.refused("it reads or writes through, and these values would not be guarded");
				}
				if (complete.getCacheEntryListenerConfigurations().iterator().hasNext()) {
					return StoreFinding.refused("it has a listener, which would be called with guarded values");
				}
			}
			return StoreFinding
				.guardable("its expiry is not known; without one, an entry that is never evicted is served forever");
		}

	}

}
