package io.perfstarter.sample.sidebyside;

import java.io.File;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The ways to cache that are compared, each with the class that configures it.
 */
enum Candidate {

	/** Spring's annotations and Caffeine, as Boot configures it. */
	PLAIN("plain Spring Cache (Caffeine)", "SpringCacheConfiguration", "", "none",
			List.of("--spring.cache.type=caffeine", "--spring.cache.cache-names=tickets",
					"--spring.cache.caffeine.spec=maximumSize=10000,expireAfterWrite=60s")),

	/** The same, with evictions and puts after the commit. */
	TRANSACTION_AWARE("`TransactionAwareCacheManagerProxy` (Caffeine)", "TransactionAwareConfiguration", "", "none",
			List.of()),

	/** Two levels, and invalidations by publish and subscribe of Redis. */
	JETCACHE("JetCache, Redis broadcast", "JetCacheConfiguration", "/com/alicp/|/com/alibaba/|/io/lettuce/", "Redis",
			List.of()),

	/** A map in Redis with a local copy, and invalidations by publish and subscribe. */
	REDISSON("Redisson `RLocalCachedMap`", "RedissonConfiguration",
			"/org/redisson/|/javax/cache/|/com/esotericsoftware/", "Redis", List.of()),

	/** The first one, with the dependency and a name in the configuration. */
	STARTER("the same Caffeine with perf-starter", "SpringCacheConfiguration",
			"/perf-starter-core/target/|/perf-starter-autoconfigure/target/|/org/ehcache/", "the registry",
			Stream
				.concat(PLAIN.settings.stream(),
						Stream.of("--perf-starter.coherence.caches.tickets=",
								"--perf-starter.coherence.max-staleness=" + SideBySideTests.BOUND.toSeconds() + "s",
								// A registration is listed everywhere within 3 s, see
								// Eureka's
								// settings in Cluster.
								"--perf-starter.coherence.registry-propagation-delay=5s",
								"--perf-starter.warmup.enabled=false"))
				.toList()),

	/** The same with the log in Redis, without a registry. */
	STARTER_REDIS("the same with the log in Redis", "SpringCacheConfiguration",
			STARTER.libraries
					+ "|/spring-data-redis/|/spring-boot-data-redis/|/spring-boot-starter-data-redis/|/io/lettuce/",
			"Redis",
			Stream.concat(PLAIN.settings.stream(),
					Stream.of("--perf-starter.coherence.caches.tickets=",
							"--perf-starter.coherence.max-staleness=" + SideBySideTests.BOUND.toSeconds() + "s",
							"--perf-starter.coherence.log=redis", "--perf-starter.warmup.enabled=false",
							"--spring.data.redis.timeout=1s"))
				.toList());

	private final String title;

	private final String configuration;

	private final String libraries;

	private final String infrastructure;

	private final List<String> settings;

	Candidate(String title, String configuration, String libraries, String infrastructure, List<String> settings) {
		this.title = title;
		this.configuration = configuration;
		this.libraries = libraries;
		this.infrastructure = infrastructure;
		this.settings = settings;
	}

	/**
	 * Returns the configuration, which is loaded only where the libraries of the
	 * candidate are.
	 * @return the class
	 */
	Class<?> configuration() {
		try {
			return Class.forName(getClass().getPackageName() + "." + this.configuration);
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Returns the class path of the instances: that of the tests without what belongs to
	 * other candidates only.
	 * @return the class path
	 */
	String classPath() {
		Pattern others = Pattern.compile(Stream.of(values())
			.filter((candidate) -> candidate != this && !candidate.libraries.isEmpty())
			.map((candidate) -> candidate.libraries)
			.collect(Collectors.joining("|")));
		return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> isOwn(entry.replace('\\', '/')) || !others.matcher(entry.replace('\\', '/')).find())
			.collect(Collectors.joining(File.pathSeparator));
	}

	private boolean isOwn(String entry) {
		return !this.libraries.isEmpty() && Pattern.compile(this.libraries).matcher(entry).find();
	}

	boolean needsRedis() {
		return this.infrastructure.equals("Redis");
	}

	boolean needsRegistry() {
		return this == STARTER;
	}

	boolean keepsTheBound() {
		return this == STARTER || this == STARTER_REDIS;
	}

	String infrastructure() {
		return this.infrastructure;
	}

	List<String> settings() {
		return this.settings;
	}

	@Override
	public String toString() {
		return this.title;
	}

}
