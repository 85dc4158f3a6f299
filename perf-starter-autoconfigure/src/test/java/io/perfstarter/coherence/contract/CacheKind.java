package io.perfstarter.coherence.contract;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;

import javax.cache.Caching;
import javax.cache.configuration.MutableConfiguration;

import com.github.benmanes.caffeine.cache.Caffeine;
import org.jspecify.annotations.Nullable;

import org.springframework.cache.CacheManager;
import org.springframework.cache.caffeine.CaffeineCacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.cache.jcache.JCacheCacheManager;

/**
 * A kind of cache manager, by itself and with its caches managed by perf-starter.
 */
public enum CacheKind {

	/**
	 * The caches that perf-starter creates. JCache, by the provider of Caffeine, is what
	 * they are compared with.
	 */
	EHCACHE {
		@Override
		public CacheManager plain(boolean nulls, String... names) {
			return JCACHE.plain(nulls, names);
		}

		@Override
		public @Nullable CacheManager underGuard(boolean nulls, String... names) {
			return null;
		}

		@Override
		String setting() {
			return ".time-to-live=1h";
		}
	},

	CAFFEINE {
		@Override
		public CacheManager plain(boolean nulls, String... names) {
			return caffeine(false, nulls, names);
		}
	},

	/**
	 * Caffeine with asynchronous caches, which Spring needs for futures.
	 */
	CAFFEINE_ASYNC {
		@Override
		public CacheManager plain(boolean nulls, String... names) {
			return caffeine(true, nulls, names);
		}
	},

	CONCURRENT_MAP {
		@Override
		public CacheManager plain(boolean nulls, String... names) {
			ConcurrentMapCacheManager manager = new ConcurrentMapCacheManager(names);
			manager.setAllowNullValues(nulls);
			return manager;
		}
	},

	/**
	 * JCache by the provider of Caffeine, which stores by reference.
	 */
	JCACHE {
		@Override
		public CacheManager plain(boolean nulls, String... names) {
			javax.cache.CacheManager caches = Caching.getCachingProvider(PROVIDER)
				.getCacheManager(URI.create("urn:" + UUID.randomUUID()), null);
			for (String name : names) {
				caches.createCache(name, new MutableConfiguration<>().setStoreByValue(false));
			}
			JCacheCacheManager manager = new JCacheCacheManager(caches);
			manager.setAllowNullValues(nulls);
			return manager;
		}
	};

	/**
	 * The cache manager of an application without perf-starter.
	 */
	public abstract CacheManager plain(boolean nulls, String... names);

	/**
	 * The cache manager that the application has beside perf-starter, or none.
	 */
	public @Nullable CacheManager underGuard(boolean nulls, String... names) {
		return plain(nulls, names);
	}

	/**
	 * Named, because it is not registered: where it is, Boot chooses JCache.
	 */
	private static final String PROVIDER = "com.github.benmanes.caffeine.jcache.spi.CaffeineCachingProvider";

	String setting() {
		return "=";
	}

	/**
	 * The properties that make these caches managed.
	 */
	public String[] settings(List<String> names) {
		return names.stream().map((name) -> "perf-starter.coherence.caches." + name + setting()).toArray(String[]::new);
	}

	/**
	 * Those whose caches Spring's futures can be read from.
	 */
	public static List<CacheKind> asynchronous() {
		return List.of(CAFFEINE_ASYNC, CONCURRENT_MAP);
	}

	private static CacheManager caffeine(boolean async, boolean nulls, String... names) {
		CaffeineCacheManager manager = new CaffeineCacheManager();
		manager.setAsyncCacheMode(async);
		if (async) {
			// The common pool has a single thread on two processors, which one waiting
			// load
			// would occupy.
			manager.setCaffeine(Caffeine.newBuilder().executor((task) -> {
				Thread thread = new Thread(task);
				thread.setDaemon(true);
				thread.start();
			}));
		}
		manager.setAllowNullValues(nulls);
		manager.setCacheNames(Arrays.asList(names));
		return manager;
	}

}
