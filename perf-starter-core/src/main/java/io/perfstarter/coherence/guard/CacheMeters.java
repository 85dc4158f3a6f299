package io.perfstarter.coherence.guard;

import java.util.function.ToLongFunction;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.binder.cache.CacheMeterBinder;
import org.jspecify.annotations.Nullable;

/**
 * Binds Micrometer's {@code cache.*} meters to the caches of a
 * {@link GuardedCacheManager}; a refused hit counts as a miss.
 *
 * @param cacheManager the cache manager
 * @param cacheManagerName the value of the tag {@code cache.manager}
 */
record CacheMeters(GuardedCacheManager cacheManager, String cacheManagerName) implements MeterBinder {

	@Override
	public void bindTo(MeterRegistry registry) {
		for (String name : this.cacheManager.getCacheNames()) {
			Tags tags = Tags.of("cache.manager", this.cacheManagerName, "name", name);
			new Binder(this.cacheManager, name, tags).bindTo(registry);
		}
	}

	/**
	 * Binds the meters of one cache.
	 */
	private static final class Binder extends CacheMeterBinder<GuardedCacheManager> {

		private final String name;

		Binder(GuardedCacheManager cacheManager, String name, Tags tags) {
			super(cacheManager, name, tags);
			this.name = name;
		}

		@Override
		protected @Nullable Long size() {
			return count(CacheCounts::size);
		}

		@Override
		protected long hitCount() {
			return count(CacheCounts::hits);
		}

		@Override
		protected @Nullable Long missCount() {
			return count(CacheCounts::misses);
		}

		@Override
		protected @Nullable Long evictionCount() {
			return count(CacheCounts::evictions);
		}

		@Override
		protected long putCount() {
			return count(CacheCounts::puts);
		}

		@Override
		protected void bindImplementationSpecificMetrics(MeterRegistry registry) {
			// All counts have a standard meter.
		}

		private long count(ToLongFunction<CacheCounts> kind) {
			GuardedCacheManager cacheManager = getCache();
			return (cacheManager != null) ? kind.applyAsLong(cacheManager.counts(this.name)) : 0;
		}

	}

}
