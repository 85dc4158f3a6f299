package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import io.perfstarter.coherence.guard.CacheSettings;
import io.perfstarter.coherence.guard.GroupExpression;
import io.perfstarter.coherence.postgres.WatchedTable;
import io.perfstarter.coherence.redis.RedisStream;
import io.perfstarter.peer.PeerEntry;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.expression.ParseException;
import org.springframework.util.Assert;
import org.springframework.util.StringUtils;

/**
 * Configuration properties of managed caches and of the eviction fan-out.
 *
 * @param enabled Whether to manage caches and to send evictions to the other instances.
 * @param caches Managed caches by name. Created if the application has no cache manager
 * and configures none.
 * @param manageAll Whether to manage all supported caches of the application's cache
 * managers, in addition to the named ones.
 * @param manageAllExcept Caches that 'manage-all' leaves out, such as caches whose values
 * are stored nowhere else.
 * @param maxStaleness Maximum time that a cached value is served after its data has
 * changed.
 * @param registryPropagationDelay Maximum time until all instances see a newly registered
 * instance in the registry.
 * @param fanOut Whether to send evictions to the other instances: off, or auto (if
 * 'peers' is set or service discovery is present).
 * @param peers All instances of the service, with this one: addresses such as host:port
 * or https://host:port, or DNS names with the addresses of all instances, such as
 * dns:name:port. Replaces service discovery.
 * @param serviceId Name of the service in the registry. The name of the application by
 * default.
 * @param port Separate port, with separate threads, for messages from the other
 * instances. Without it, messages use the port and the threads of the application.
 * @param sslBundle SSL bundle whose trust store verifies instances that are registered
 * with HTTPS. If 'port' is set, messages are received with HTTPS and the bundle's
 * certificate.
 * @param readTimeout Maximum time to wait for the response of another instance.
 * @param discoveryInterval Interval between two lookups of the instances of the service.
 * @param log How the other instances learn of evictions: peers (each instance sends its
 * own evictions to all others), database (in a table of PostgreSQL, if possible in the
 * transaction that makes the change) or redis (in a stream of Redis).
 * @param logSchema How the tables of the log in the database are handled at the start:
 * validate or create (if missing).
 * @param logDataSource Name of the DataSource bean of the log in the database, if there
 * are several.
 * @param triggers How the triggers on the tables of the caches are handled at the start:
 * validate, create or off.
 * @param forgottenEvictions Whether to find transactions that change a table but evict
 * nothing from a cache loaded from it. Meant for tests and staging.
 * @param audit Audited caches by name: a sample of their hits is loaded again in the
 * background and compared with what was served.
 */
@ConfigurationProperties(CoherenceProperties.PREFIX)
public record CoherenceProperties(@DefaultValue("true") boolean enabled, @DefaultValue Map<String, Cache> caches,
		@DefaultValue("false") boolean manageAll, @DefaultValue Set<String> manageAllExcept,
		@DefaultValue("15s") Duration maxStaleness, @DefaultValue("60s") Duration registryPropagationDelay,
		@DefaultValue("auto") FanOutMode fanOut, @DefaultValue List<String> peers, @Nullable String serviceId,
		@Nullable Integer port, @Nullable String sslBundle, @DefaultValue("2s") Duration readTimeout,
		@DefaultValue("10s") Duration discoveryInterval, @DefaultValue("peers") LogMode log,
		@DefaultValue("validate") LogSchema logSchema, @Nullable String logDataSource,
		@DefaultValue("validate") LogTriggers triggers, @DefaultValue("false") boolean forgottenEvictions,
		@DefaultValue Map<String, Audit> audit) {

	static final String PREFIX = "perf-starter.coherence";

	private static final Duration MIN_STALENESS = Duration.ofSeconds(1);

	private static final Duration MAX_TIME = Duration.ofDays(365);

	/**
	 * Validates the times of the fan-out. Validation does not happen during binding,
	 * because Spring Boot's binding failures show class names instead of the reason.
	 */
	void checkTimes() {
		requirePositive("read-timeout", this.readTimeout);
		requirePositive("discovery-interval", this.discoveryInterval);
	}

	/**
	 * Returns the settings of the log in Redis.
	 * @param client the client
	 * @param application the name of the application, empty if it has none
	 * @return the settings
	 * @throws CannotStartException if the service has no name, so that services that
	 * share a Redis would share a log
	 */
	RedisStream.StreamSettings streamSettings(RedisClient client, String application) {
		String service = StringUtils.hasText(this.serviceId) ? this.serviceId : application;
		if (!StringUtils.hasText(service)) {
			throw new CannotStartException(HelpPage.COHERENCE,
					"The invalidation log is to be in Redis, which other services may use as well, but the name of this service "
							+ "is not known: neither 'perf-starter.coherence.service-id' nor 'spring.application.name' is set.",
					"Set 'spring.application.name', or 'perf-starter.coherence.service-id', to the same on each instance.");
		}
		Duration departure = (this.registryPropagationDelay.compareTo(this.maxStaleness) > 0)
				? this.registryPropagationDelay : this.maxStaleness;
		// Keys whose names have the same text in braces are on the same node.
		String tag = service.replace("{", "%7B").replace("}", "%7D");
		return new RedisStream.StreamSettings(tag, departure, client.longestWait(), client.blocking());
	}

	/**
	 * Returns the port for messages of peers.
	 * @return the validated port, {@code null} if it is not set
	 */
	@Nullable Integer validPort() {
		if (this.port != null && (this.port < 1 || this.port > 65_535)) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".port", this.port,
					"Write a port from 1 to 65535 that is free on each instance. A random one would not be known to the others.");
		}
		return this.port;
	}

	/**
	 * Returns the listed peers.
	 * @return the validated entries, empty if there is no list
	 */
	List<PeerEntry> peerEntries() {
		return this.peers.stream().map((peer) -> {
			try {
				return PeerEntry.of(peer, StringUtils.hasText(this.sslBundle));
			}
			catch (IllegalArgumentException ex) {
				throw new InvalidConfigurationPropertyValueException(PREFIX + ".peers", peer,
						"Write a name with the addresses of all instances, such as dns:tickets-pods:7900, or an address with a port, such as tickets-1:7900 or https://tickets-1:7900.");
			}
		}).toList();
	}

	/**
	 * Validates the settings of the staleness bound, after binding like the times.
	 */
	void checkBound() {
		requireAtMostAYear("max-staleness", this.maxStaleness);
		requireAtMostAYear("registry-propagation-delay", this.registryPropagationDelay);
		if (this.maxStaleness.compareTo(MIN_STALENESS) < 0) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".max-staleness", this.maxStaleness,
					"Instances exchange messages every few seconds: write a duration of at least 1s with its unit, such as 15s.");
		}
		if (this.registryPropagationDelay.isNegative()) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".registry-propagation-delay",
					this.registryPropagationDelay,
					"Write how long it takes until all instances see a new one, with 'discovery-interval', such as 60s.");
		}
	}

	private static void requirePositive(String name, Duration value) {
		requireAtMostAYear(name, value);
		if (value.toMillis() <= 0) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value,
					"It must be at least 1ms.");
		}
	}

	private static void requireAtMostAYear(String name, Duration value) {
		if (value.compareTo(MAX_TIME) > 0) {
			throw new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value,
					"It must be at most 365d. Check the unit: a number without one is in milliseconds.");
		}
	}

	/**
	 * Returns whether a cache of the application's own cache managers is managed.
	 * @param cache the name of the cache
	 * @return whether it is named, or covered by {@code manage-all}
	 */
	boolean isManaged(String cache) {
		return this.caches.containsKey(cache) || (this.manageAll && !this.manageAllExcept.contains(cache));
	}

	/**
	 * Returns the settings of the caches for the cache manager of perf-starter.
	 * @return the settings by the name of the cache
	 */
	Map<String, CacheSettings> cacheSettings() {
		Map<String, CacheSettings> settings = new LinkedHashMap<>();
		this.caches.forEach((name, cache) -> settings.put(name, cache.settings(name)));
		return settings;
	}

	/**
	 * Returns the group expression of a cache.
	 * @param name the name of the cache
	 * @return the expression, or {@code null} for a cache without groups
	 */
	@Nullable GroupExpression group(String name) {
		Cache cache = this.caches.get(name);
		return (cache != null) ? cache.group(name) : null;
	}

	/**
	 * Returns the tables whose changes make entries stale.
	 * @return the tables of all caches
	 */
	List<WatchedTable> watchedTables() {
		List<WatchedTable> watched = new ArrayList<>();
		this.caches.forEach((name, cache) -> cache.tables()
			.forEach((table, columns) -> watched.add(new WatchedTable(name, table, columns.key(), columns.group()))));
		return List.copyOf(watched);
	}

	/**
	 * Returns the names of the tables whose changes make entries stale.
	 * @return the names by the name of the cache
	 */
	Map<String, Set<String>> tableNames() {
		return watchedTables().stream()
			.collect(Collectors.groupingBy(WatchedTable::cache,
					Collectors.mapping(WatchedTable::table, Collectors.toUnmodifiableSet())));
	}

	/**
	 * Fails if tables are named but the log is not in the database.
	 */
	void checkTables() {
		List<WatchedTable> watched = watchedTables();
		if (this.log != LogMode.DATABASE && !watched.isEmpty()) {
			WatchedTable first = watched.get(0);
			throw new InvalidConfigurationPropertyValueException(PREFIX + ".caches." + first.cache() + ".tables",
					first.table(),
					"Changes of a table reach the caches through a log in the same database: set '%s.log' to 'database', or remove the table."
						.formatted(PREFIX));
		}
	}

	/**
	 * Returns the share of hits to audit.
	 * @return the validated shares by the name of the cache
	 */
	Map<String, Double> auditSampleRates() {
		Map<String, Double> rates = new LinkedHashMap<>();
		this.audit.forEach((name, audit) -> rates.put(name, audit.validRate(name, this)));
		return rates;
	}

	/**
	 * Returns the maximum age of the entries of a cache.
	 * @param name the name of the cache
	 * @return the time from loading, or {@code null} if it is left to the cache
	 */
	@Nullable Duration timeToLive(String name) {
		Cache cache = this.caches.get(name);
		return (cache != null) ? cache.checkedTimeToLive(name) : null;
	}

	/**
	 * Returns the properties that set the maximum number of entries of a cache.
	 * @return the names of the properties
	 */
	List<String> sizes() {
		return this.caches.entrySet()
			.stream()
			.filter((cache) -> cache.getValue().maxEntries() != null)
			.map((cache) -> PREFIX + ".caches." + cache.getKey() + ".max-entries")
			.toList();
	}

	/**
	 * Settings of the audit of one cache.
	 *
	 * @param sampleRate Share of the hits to audit, greater than 0 and at most 1.
	 */
	record Audit(@Nullable Double sampleRate) {

		private double validRate(String cache, CoherenceProperties properties) {
			String property = PREFIX + ".audit." + cache + ".sample-rate";
			Double rate = this.sampleRate;
			if (rate == null || !(rate > 0 && rate <= 1)) {
				throw new InvalidConfigurationPropertyValueException(property, rate,
						"Write the share of hits to audit, greater than 0 and at most 1, such as 0.001.");
			}
			if (!properties.isManaged(cache)) {
				throw new InvalidConfigurationPropertyValueException(property, rate,
						"The cache '%s' is not managed: add it under '%s.caches', or remove its audit.".formatted(cache,
								PREFIX));
			}
			return rate;
		}

	}

	/**
	 * Settings of one local cache.
	 *
	 * @param maxEntries Maximum number of entries of the cache on the heap.
	 * @param timeToLive Maximum age of an entry, counted from its loading.
	 * @param group SpEL expression over '#key' and '#value' that returns the group of an
	 * entry.
	 * @param tables Tables whose changes by any statement make entries stale, by their
	 * name.
	 */
	record Cache(@Nullable Long maxEntries, @Nullable Duration timeToLive, @Nullable String group,
			@DefaultValue Map<String, Table> tables) {

		static final long DEFAULT_HEAP_ENTRIES = 10_000;

		/**
		 * Converts an empty text, to which Spring Boot 4.0 converts
		 * <code>tickets: {}</code>.
		 * @param nothing an empty text
		 * @return a cache without settings
		 * @throws IllegalArgumentException if the text is not empty
		 */
		public static Cache valueOf(String nothing) {
			Assert.isTrue(nothing.isBlank(), "settings of a cache have names, such as 'time-to-live: 10m'");
			return new Cache(null, null, null, Map.of());
		}

		/**
		 * Returns the settings of a cache that perf-starter creates.
		 * @param name the name of the cache
		 * @return the validated settings
		 */
		CacheSettings settings(String name) {
			if (this.maxEntries != null && this.maxEntries <= 0) {
				throw invalid(name, "max-entries", this.maxEntries,
						"It must be greater than zero; leave it out for " + DEFAULT_HEAP_ENTRIES + ".");
			}
			Duration time = checkedTimeToLive(name);
			if (time == null) {
				throw new CannotStartException(HelpPage.COHERENCE,
						"The property '%s.caches.%s.time-to-live' is not set: without it, an entry that is never evicted is served forever."
							.formatted(PREFIX, name),
						"Set the maximum age of an entry, such as 10m. Or let Spring Boot's cache manager create the "
								+ "caches, which are guarded, too: depend on spring-boot-starter-cache and set "
								+ "'spring.cache.type'.");
			}
			return new CacheSettings((this.maxEntries != null) ? this.maxEntries : DEFAULT_HEAP_ENTRIES, time,
					group(name));
		}

		private @Nullable Duration checkedTimeToLive(String name) {
			if (this.timeToLive != null && (this.timeToLive.isZero() || this.timeToLive.isNegative())) {
				throw invalid(name, "time-to-live", this.timeToLive, "It must be greater than zero, such as 10m.");
			}
			return this.timeToLive;
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

	/**
	 * The columns of a table from which the entries of a cache are computed. Without
	 * both, a change makes all entries stale.
	 *
	 * @param key Column with the keys of the entries.
	 * @param group Column with the groups of the entries.
	 */
	record Table(@DefaultValue("") String key, @DefaultValue("") String group) {

		/**
		 * Converts an empty text, to which Spring Boot 4.0 converts
		 * <code>ticket: {}</code>.
		 * @param nothing an empty text
		 * @return a table without columns
		 * @throws IllegalArgumentException if the text is not empty
		 */
		public static Table valueOf(String nothing) {
			Assert.isTrue(nothing.isBlank(), "the columns of a table have names, such as 'key: id'");
			return new Table("", "");
		}

	}

}
