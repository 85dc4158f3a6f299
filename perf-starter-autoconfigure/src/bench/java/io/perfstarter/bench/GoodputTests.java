package io.perfstarter.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import io.perfstarter.bench.OpenLoad.Outcome;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many requests a service answers within a second while it gets one, two and five
 * times what it carries: with a fixed limit of concurrent requests, with one that follows
 * the use of resources, with one that follows the latency, and with none. The service has
 * one processor; the load and the database have another one. One form runs at a time, and
 * the processes of the others are stopped: a service that has not recovered from its load
 * would use the processor.
 */
@Tag("benchmarks")
class GoodputTests {

	private static final String FILE = "goodput.md";

	private static final String LIMIT = "--perf-starter.async.requests.concurrency-limit=";

	/**
	 * How many users of a service each wait for an answer before they ask again, while it
	 * is seen what it carries.
	 */
	private static final int CLIENTS = 16;

	private static final List<Integer> FIXED = List.of(2, 4, 8, 12, 16, 24);

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final int rounds = this.smoke ? 1 : Integer.getInteger("goodput.rounds", 10);

	private final int[] times = this.smoke ? new int[] { 2 } : new int[] { 1, 2, 5 };

	private final int seconds = this.smoke ? 1 : Integer.getInteger("goodput.seconds", 10);

	@BeforeAll
	static void forget() throws IOException {
		Files.deleteIfExists(Report.FOLDER.resolve(FILE));
	}

	@AfterAll
	static void unpin() throws Exception {
		Affinity.unpin();
	}

	/**
	 * A request holds its connection for so long that the processor of the load and of
	 * the database suffices for five times what the service carries.
	 */
	@Test
	void serviceWithAPoolOfTenConnections() throws Exception {
		try (EmbeddedPostgres database = EmbeddedPostgres.start()) {
			measure("A pool of 10 connections, of which a request holds one for 50 ms", "/connection?seconds=0.05",
					List.of("--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"),
							"--spring.datasource.username=postgres",
							"--spring.datasource.hikari.connection-timeout=2000"));
		}
	}

	@Test
	void serviceThatComputes() throws Exception {
		measure("A processor, of which a request needs some milliseconds", "/processor?rounds=3000000", List.of());
	}

	private void measure(String title, String path, List<String> arguments) throws Exception {
		Affinity.pinOthers();
		int carried = this.smoke ? CLIENTS : carried(path, arguments);
		int best = this.smoke ? CLIENTS : best(carried, path, arguments);
		String fixed = "fixed " + best;
		Report report = new Report(
				title + "; it carries %d requests a second; %d rounds in turns".formatted(carried, this.rounds));
		Map<String, ServiceProcess> services = new LinkedHashMap<>();
		try {
			add(services, "auto", start(path, arguments, LIMIT + "auto"));
			add(services, fixed, start(path, arguments, LIMIT + best));
			add(services, "Gradient2", start(path, arguments, "--gradient=true"));
			if (!this.smoke) {
				add(services, "none", start(path, arguments, "--gradient=false"));
			}
			for (int times : this.times) {
				report(report, times, fixed, inTurns(services, times * carried, path));
			}
		}
		finally {
			services.values().forEach(ServiceProcess::close);
		}
		report.write(FILE);
		if (!this.smoke) {
			assertThat(report.exceeded()).isEmpty();
		}
	}

	private static void add(Map<String, ServiceProcess> services, String form, ServiceProcess service)
			throws IOException {
		services.put(form, service);
		service.pause();
	}

	private Map<String, List<Outcome>> inTurns(Map<String, ServiceProcess> services, int perSecond, String path)
			throws Exception {
		Map<String, List<Outcome>> outcomes = new LinkedHashMap<>();
		for (int round = 0; round < this.rounds; round++) {
			for (Map.Entry<String, ServiceProcess> service : services.entrySet()) {
				service.getValue().resume();
				outcomes.computeIfAbsent(service.getKey(), (name) -> new ArrayList<>())
					.add(observe(service.getValue(), perSecond, path));
				service.getValue().pause();
			}
		}
		return outcomes;
	}

	private static void report(Report report, int times, String fixed, Map<String, List<Outcome>> outcomes) {
		outcomes.forEach((form, all) -> report.row("%d times the load, %s".formatted(times, form),
				"%.0f/s in time, p99 %.0f ms, %.0f/s refused".formatted(median(all, Outcome::goodput),
						median(all, Outcome::p99), median(all, Outcome::refused))));
		report.atLeast("%d times the load, auto ÷ the best fixed limit".formatted(times), "%.2f",
				median(outcomes.get("auto"), Outcome::goodput) / median(outcomes.get(fixed), Outcome::goodput), 0.9);
	}

	private int carried(String path, List<String> arguments) throws Exception {
		try (ServiceProcess service = start(path, arguments, LIMIT + CLIENTS)) {
			return new OpenLoad(service.port(), path).answered(CLIENTS, this.seconds);
		}
	}

	/**
	 * Finds the best fixed limit at twice the load, in runs of their own.
	 */
	private int best(int carried, String path, List<String> arguments) throws Exception {
		int best = 0;
		double most = -1;
		for (int limit : FIXED) {
			try (ServiceProcess service = start(path, arguments, LIMIT + limit)) {
				Outcome outcome = observe(service, 2 * carried, path);
				if (outcome.goodput() > most) {
					most = outcome.goodput();
					best = limit;
				}
			}
		}
		return best;
	}

	/**
	 * Starts a service, and lets it answer until its code is compiled.
	 */
	private ServiceProcess start(String path, List<String> arguments, String form) throws Exception {
		List<String> all = new ArrayList<>(arguments);
		all.add(form);
		all.add("--spring.threads.virtual.enabled=" + (Runtime.version().feature() >= 21));
		ServiceProcess service = new ServiceProcess(true, all);
		Affinity.pinMeasured(service);
		new OpenLoad(service.port(), path).answered(CLIENTS, this.smoke ? 1 : 5 * this.seconds);
		return service;
	}

	/**
	 * Ends when the service has worked off the load, so that the next one has the
	 * processor for itself.
	 */
	private Outcome observe(ServiceProcess service, int perSecond, String path) {
		OpenLoad load = new OpenLoad(service.port(), path);
		Outcome outcome = load.run(perSecond, this.seconds);
		load.awaitIdle();
		return outcome;
	}

	private static double median(List<Outcome> outcomes, ToDoubleFunction<Outcome> figure) {
		return Latencies.median(outcomes.stream().mapToDouble(figure).toArray());
	}

}
