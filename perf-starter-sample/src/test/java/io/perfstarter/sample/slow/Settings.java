package io.perfstarter.sample.slow;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The settings of a process; rows of the matrix that need the same share it.
 */
enum Settings {

	/** Nothing is scarce, and what takes long is said early. */
	ROOMY(512,
			Map.of(Names.SLOW_THRESHOLD, "100ms", "perf-starter.reporting.explain", "true",
					"perf-starter.coherence.caches.plates.max-entries", "10",
					"perf-starter.coherence.caches.plates.time-to-live", "10m",
					"perf-starter.coherence.caches.expiring.max-entries", "100",
					"perf-starter.coherence.caches.expiring.time-to-live", "1s")),

	/** As a user has it, and warmed up. */
	HEALTHY(512, Map.of("perf-starter.warmup.enabled", "true", "perf-starter.warmup.timeout", "8s")),

	/** The same, with very many routes. */
	MANY_ROUTES(512,
			Map.of("perf-starter.warmup.enabled", "true", "perf-starter.warmup.timeout", "8s", "slow.routes",
					Integer.toString(HealthyRows.ROUTES))),

	/** As a user has it who does not warm it up. */
	COLD(512, Map.of()),

	TWO_CONNECTIONS(512,
			Map.of("spring.datasource.hikari.maximum-pool-size", "2", "spring.datasource.hikari.connection-timeout",
					"1000")),

	ONE_CONNECTION(512, Map.of("spring.datasource.hikari.maximum-pool-size", "1")),

	LEAKING(512, Map.of("spring.datasource.hikari.maximum-pool-size", "3")),

	/** The way to the database forgets connections at rest. */
	FORGETFUL(512, Way.FORGETFUL,
			Map.of("spring.datasource.hikari.maximum-pool-size", "6", "spring.datasource.hikari.validation-timeout",
					"1000")),

	/** It ends them, and a new one takes long. */
	SLOW_CONNECT(512, Way.SLOW_TO_CONNECT,
			Map.of("spring.datasource.hikari.maximum-pool-size", "6", Names.SLOW_THRESHOLD, "100ms")),

	/** It ends them, and the pool does much with a new one. */
	SLOW_INIT(512, Way.ENDING,
			Map.of("spring.datasource.hikari.maximum-pool-size", "6", "spring.datasource.hikari.connection-init-sql",
					"select pg_sleep(0.8)", Names.SLOW_THRESHOLD, "100ms")),

	/** Each statement takes long on the way. */
	FAR(512, Way.FAR, Map.of(Names.SLOW_THRESHOLD, "100ms")),

	/** Each row takes long on the way. */
	NARROW(512, Way.NARROW, Map.of(Names.SLOW_THRESHOLD, "100ms")),

	/** The pool does much with a connection that was idle. */
	SLOW_CHECK(512,
			Map.of("spring.datasource.hikari.maximum-pool-size", "6", "spring.datasource.hikari.connection-test-query",
					"select pg_sleep(0.3)", Names.SLOW_THRESHOLD, "100ms")),

	/** The user may have 3 connections. */
	CROWDED(512, Map.of("spring.datasource.username", "crowded", "spring.datasource.hikari.minimum-idle", "1")),

	/** Responses are compressed, and what takes long is said early. */
	COMPRESSING(512,
			Map.of("server.compression.enabled", "true", "server.compression.mime-types", "text/plain",
					Names.SLOW_THRESHOLD, "100ms")),

	TWO_THREADS(512, Map.of("server.tomcat.threads.max", "2")),

	TWO_AT_ONCE(512, Map.of("perf-starter.async.requests.concurrency-limit", "2")),

	/** Most of it is alive. */
	SMALL_HEAP(108, Map.of("slow.ballast", "40")),

	/** The same with half as much heap again. */
	JOB_HEAP(160, Map.of("slow.ballast", "40")),

	/** Less than what a cache wants to hold. */
	SOFT_HEAP(256, Map.of(Names.SLOW_THRESHOLD, "100ms")),

	BIG_HEAP(1024, Map.of()),

	/** Some of it is alive, and there is room. */
	HALF_HEAP(384, Map.of("slow.ballast", "80")),

	/** The same, and what takes long is said early. */
	HALF_HEAP_AND_EARLY(384, Map.of("slow.ballast", "80", Names.SLOW_THRESHOLD, "100ms")),

	/** It is filled by and by. */
	LEAKY_HEAP(120, Map.of());

	/** One window of the reports. */
	static final int PERIOD_SECONDS = 3;

	private static final Map<String, String> ALL = Map.of("eureka.client.enabled", "false",
			"perf-starter.warmup.enabled", "false", "perf-starter.reporting.period", PERIOD_SECONDS + "s",
			"management.endpoints.web.exposure.include", "health,whyslow", "server.tomcat.threads.max", "40",
			"perf-starter.reporting.database-cores", "2", "spring.datasource.username", "postgres");

	private final int heap;

	private final Way way;

	private final Map<String, String> own;

	Settings(int heap, Map<String, String> own) {
		this(heap, Way.DIRECT, own);
	}

	Settings(int heap, Way way, Map<String, String> own) {
		this.heap = heap;
		this.way = way;
		this.own = own;
	}

	/** The heap in megabytes. */
	int heap() {
		return this.heap;
	}

	/** The way to the database. */
	Way way() {
		return this.way;
	}

	List<String> arguments() {
		Map<String, String> settings = new LinkedHashMap<>(ALL);
		settings.putAll(this.own);
		List<String> arguments = new ArrayList<>();
		settings.forEach((name, value) -> arguments.add("--" + name + "=" + value));
		return arguments;
	}

	/**
	 * Constants of an enum cannot use its fields.
	 */
	private static final class Names {

		static final String SLOW_THRESHOLD = "perf-starter.reporting.slow-threshold";

		private Names() {
		}

	}

}
