package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Configuration properties of the local caches and of what keeps them coherent.
 *
 * @param caches Local caches by name.
 */
@ConfigurationProperties("perf-starter.coherence")
record CoherenceProperties(@DefaultValue Map<String, Cache> caches) {

	/**
	 * Settings of one local cache.
	 *
	 * @param heapEntries Most entries that the cache holds on the heap.
	 * @param timeToLive Time after which an entry is read anew, counted from its loading.
	 * @param group SpEL expression that gives an entry its group, with '#key' and
	 * '#value'.
	 */
	record Cache(@Nullable Long heapEntries, @Nullable Duration timeToLive, @Nullable String group) {
	}

}
