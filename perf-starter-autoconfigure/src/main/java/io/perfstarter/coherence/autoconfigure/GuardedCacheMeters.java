package io.perfstarter.coherence.autoconfigure;

import java.util.List;
import java.util.stream.StreamSupport;

import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.cache.metrics.CacheMeterBinderProvider;
import org.springframework.boot.cache.metrics.CacheMetricsRegistrar;
import org.springframework.cache.Cache;

/**
 * Publishes the meters of the store behind a guarded cache of the application. A hit that
 * the guard rejects counts as a hit.
 */
record GuardedCacheMeters(ForeignCaches caches,
		ObjectProvider<CacheMeterBinderProvider<?>> providers) implements CacheMeterBinderProvider<Cache> {

	@Override
	public @Nullable MeterBinder getMeterBinder(Cache cache, Iterable<Tag> tags) {
		Cache store = this.caches.storeBehind(cache);
		if (store == null) {
			return null;
		}
		List<CacheMeterBinderProvider<?>> others = this.providers.orderedStream()
			.<CacheMeterBinderProvider<?>>filter((provider) -> provider != this)
			.toList();
		Tag[] all = StreamSupport.stream(tags.spliterator(), false).toArray(Tag[]::new);
		return (registry) -> new CacheMetricsRegistrar(registry, others).bindCacheToRegistry(store, all);
	}

}
