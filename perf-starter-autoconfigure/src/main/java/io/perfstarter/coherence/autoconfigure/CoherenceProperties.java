package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the local caches and of what keeps them coherent.
 *
 * @param caches Local caches by name.
 * @param fanOut When word of evictions travels to the other instances of the service.
 * @param secret Secret that all instances of the service share and sign their messages
 * with, of 32 characters at least.
 * @param serviceId Name of the service in the registry, when it is not the name of the
 * application.
 * @param sslBundle SSL bundle whose trust store is used for instances that are registered
 * with HTTPS.
 * @param connectTimeout Longest time to connect to another instance.
 * @param readTimeout Longest time to wait for the answer of another instance.
 * @param discoveryRefresh Time between two looks for the instances of the service.
 */
@ConfigurationProperties("perf-starter.coherence")
record CoherenceProperties(@DefaultValue Map<String, Cache> caches, @DefaultValue("auto") FanOutMode fanOut,
		@Nullable String secret, @Nullable String serviceId, @Nullable String sslBundle,
		@DefaultValue("500ms") Duration connectTimeout, @DefaultValue("2s") Duration readTimeout,
		@DefaultValue("10s") Duration discoveryRefresh) {

	CoherenceProperties {
		requirePositive("connect-timeout", connectTimeout);
		requirePositive("read-timeout", readTimeout);
		requirePositive("discovery-refresh", discoveryRefresh);
	}

	private static void requirePositive(String name, Duration value) {
		if (value.toMillis() <= 0) {
			throw new InvalidConfigurationPropertyValueException("perf-starter.coherence." + name, value,
					"It must be one millisecond or more.");
		}
	}

	/**
	 * Leaves out the secret.
	 */
	@Override
	public String toString() {
		return "CoherenceProperties[caches=%s, fanOut=%s, serviceId=%s]".formatted(this.caches, this.fanOut,
				this.serviceId);
	}

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
