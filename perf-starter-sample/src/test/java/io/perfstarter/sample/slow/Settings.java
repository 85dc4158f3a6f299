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
			Map.of("perf-starter.reporting.slow-threshold", "100ms", "perf-starter.reporting.explain", "true",
					"perf-starter.coherence.caches.plates.max-entries", "10",
					"perf-starter.coherence.caches.plates.time-to-live", "10m")),

	/** As a user has it, and warmed up. */
	HEALTHY(512, Map.of("perf-starter.warmup.enabled", "true", "perf-starter.warmup.timeout", "8s")),

	TWO_CONNECTIONS(512,
			Map.of("spring.datasource.hikari.maximum-pool-size", "2", "spring.datasource.hikari.connection-timeout",
					"1000")),

	ONE_CONNECTION(512, Map.of("spring.datasource.hikari.maximum-pool-size", "1")),

	LEAKING(512, Map.of("spring.datasource.hikari.maximum-pool-size", "3")),

	/** The way to the database forgets connections at rest. */
	FORGETFUL(512,
			Map.of("spring.datasource.hikari.maximum-pool-size", "6", "spring.datasource.hikari.validation-timeout",
					"1000")),

	TWO_THREADS(512, Map.of("server.tomcat.threads.max", "2")),

	TWO_AT_ONCE(512, Map.of("perf-starter.async.requests.concurrency-limit", "2")),

	/** Most of it is alive. */
	SMALL_HEAP(108, Map.of("slow.ballast", "40")),

	BIG_HEAP(1024, Map.of()),

	/** Some of it is alive, and there is room. */
	HALF_HEAP(384, Map.of("slow.ballast", "80")),

	/** Where Java has virtual threads. */
	VIRTUAL(512, Map.of("spring.threads.virtual.enabled", "true", "perf-starter.reporting.slow-threshold", "100ms"));

	/** One window of the reports. */
	static final int PERIOD_SECONDS = 3;

	private static final Map<String, String> ALL = Map.of("eureka.client.enabled", "false",
			"perf-starter.warmup.enabled", "false", "perf-starter.reporting.period", PERIOD_SECONDS + "s",
			"management.endpoints.web.exposure.include", "health,whyslow", "server.tomcat.threads.max", "40");

	private final int heap;

	private final Map<String, String> own;

	Settings(int heap, Map<String, String> own) {
		this.heap = heap;
		this.own = own;
	}

	/** The heap in megabytes. */
	int heap() {
		return this.heap;
	}

	List<String> arguments() {
		Map<String, String> settings = new LinkedHashMap<>(ALL);
		settings.putAll(this.own);
		List<String> arguments = new ArrayList<>();
		settings.forEach((name, value) -> arguments.add("--" + name + "=" + value));
		return arguments;
	}

}
