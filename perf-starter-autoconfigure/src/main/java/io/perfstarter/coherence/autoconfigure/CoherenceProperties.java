package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.coherence.cache.CacheSettings;
import io.perfstarter.coherence.cache.GroupExpression;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.expression.ParseException;
import org.springframework.util.Assert;

/**
 * Configuration properties of the local caches and of what keeps them coherent.
 *
 * @param caches Caches by name that are guarded, and made where the application has no
 * cache manager of its own.
 * @param manageAll Whether all caches of the application's own cache managers are guarded
 * that can be, besides those that are named.
 * @param maxStaleness Longest time for which a cached value may be served after it has
 * changed.
 * @param registryPropagationDelay Longest time until an instance that registers is listed
 * for all others.
 * @param fanOut When the other instances of the service are told of evictions.
 * @param serviceId Name of the service in the registry, when it is not the name of the
 * application.
 * @param sslBundle SSL bundle whose trust store is used for instances that are registered
 * with HTTPS.
 * @param connectTimeout Longest time to connect to another instance.
 * @param readTimeout Longest time to wait for the answer of another instance.
 * @param discoveryInterval How often the instances of the service are looked up.
 */
@ConfigurationProperties(CoherenceProperties.PREFIX)
record CoherenceProperties(@DefaultValue Map<String, Cache> caches, @DefaultValue("false") boolean manageAll,
		@DefaultValue("15s") Duration maxStaleness, @DefaultValue("60s") Duration registryPropagationDelay,
		@DefaultValue("auto") FanOutMode fanOut, @Nullable String serviceId, @Nullable String sslBundle,
		@DefaultValue("500ms") Duration connectTimeout, @DefaultValue("2s") Duration readTimeout,
		@DefaultValue("10s") Duration discoveryInterval) {

	static final String PREFIX = "perf-starter.coherence";

	private static final Duration MIN_STALENESS = Duration.ofSeconds(1);

	/**
	 * Checks the times of the fan-out; not while binding, whose failure would hide what
	 * is wrong behind class names.
	 */
	void checkTimes() {
		requirePositive("connect-timeout", this.connectTimeout);
		requirePositive("read-timeout", this.readTimeout);
		requirePositive("discovery-interval", this.discoveryInterval);
	}

	/**
	 * Checks what the promise rests on; not while binding either.
	 */
	void checkBound() {
		if (this.maxStaleness.compareTo(MIN_STALENESS) < 0) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".max-staleness", this.maxStaleness,
					"Instances hear of each other every few seconds: write a duration of at least 1s with its unit, such as 15s.");
		}
		if (this.registryPropagationDelay.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".registry-propagation-delay",
					this.registryPropagationDelay,
					"Write how long the registry takes to list a new instance, such as 60s, or 0s if it does at once.");
		}
	}

	private static void requirePositive(String name, Duration value) {
		if (value.toMillis() <= 0) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value,
					"It must be one millisecond or more.");
		}
	}

	/**
	 * The settings of the caches, for a cache manager of ours.
	 * @return the settings by the name of the cache
	 */
	Map<String, CacheSettings> cacheSettings() {
		Map<String, CacheSettings> settings = new LinkedHashMap<>();
		this.caches.forEach((name, cache) -> settings.put(name, cache.settings(name)));
		return settings;
	}

	/**
	 * The group of the entries of a cache.
	 * @param name the name of the cache
	 * @return gives an entry its group, or {@code null} for a cache without groups
	 */
	@Nullable GroupExpression group(String name) {
		Cache cache = this.caches.get(name);
		return (cache != null) ? cache.group(name) : null;
	}

	/**
	 * Settings of one local cache.
	 *
	 * @param maxEntries Most entries that the cache holds on the heap.
	 * @param timeToLive Time after which an entry is read anew, counted from its loading.
	 * @param group SpEL expression over '#key' and '#value' that gives an entry its
	 * group.
	 */
	record Cache(@Nullable Long maxEntries, @Nullable Duration timeToLive, @Nullable String group) {

		static final long DEFAULT_HEAP_ENTRIES = 10_000;

		/**
		 * What <code>tickets: {}</code> says, which Spring Boot 4.0 hands over as text.
		 * @param nothing an empty text
		 * @return a cache without settings
		 * @throws IllegalArgumentException if it says something
		 */
		public static Cache valueOf(String nothing) {
			Assert.isTrue(nothing.isBlank(), "settings of a cache have names, such as 'time-to-live: 10m'");
			return new Cache(null, null, null);
		}

		/**
		 * The settings for a cache of ours.
		 * @param name the name of the cache
		 * @return the settings, of which each is checked
		 */
		CacheSettings settings(String name) {
			if (this.maxEntries != null && this.maxEntries <= 0) {
				throw invalid(name, "max-entries", this.maxEntries,
						"A cache holds at least one entry: write a number greater than zero, or leave it out for "
								+ DEFAULT_HEAP_ENTRIES + ".");
			}
			if (this.timeToLive != null && (this.timeToLive.isZero() || this.timeToLive.isNegative())) {
				throw invalid(name, "time-to-live", this.timeToLive,
						"Entries would be gone at once: write a duration greater than zero, such as 10m.");
			}
			if (this.timeToLive == null) {
				throw new CoherenceCannotStartException(
						"The property '%s.caches.%s.time-to-live' is not set: an entry that no eviction reaches would stay for good."
							.formatted(PREFIX, name),
						"Set it to how long an entry may live, such as 10m.");
			}
			return new CacheSettings((this.maxEntries != null) ? this.maxEntries : DEFAULT_HEAP_ENTRIES,
					this.timeToLive, group(name));
		}

		/**
		 * Refuses settings that only a cache of ours can have.
		 * @param name the name of the cache
		 * @param owner who provides the cache instead
		 */
		void checkForeign(String name, String owner) {
			checkForeign(name, "max-entries", this.maxEntries, owner);
			checkForeign(name, "time-to-live", this.timeToLive, owner);
		}

		private static void checkForeign(String name, String setting, @Nullable Object value, String owner) {
			if (value != null) {
				throw invalid(name, setting, value,
						("The cache '%s' is not ours, because %s, so this has no effect. Remove the settings of the cache here, or "
								+ "what keeps perf-starter from making it; to run without caches, as in some tests, set '%s.enabled' to 'false'.")
							.formatted(name, owner, PREFIX));
			}
		}

		private @Nullable GroupExpression group(String name) {
			if (this.group == null) {
				return null;
			}
			try {
				return new GroupExpression(this.group);
			}
			catch (ParseException | IllegalArgumentException ex) {
				throw invalid(name, "group", this.group,
						"The SpEL expression cannot be used (%s): write one over '#key' and '#value', such as #key.parkingLotId."
							.formatted(ex.getMessage()));
			}
		}

		private static InvalidConfigurationPropertyValueException invalid(String cache, String setting,
				@Nullable Object value, String reason) {
			return new InvalidConfigurationPropertyValueException(PREFIX + ".caches." + cache + "." + setting, value,
					reason);
		}

	}

}
