package io.perfstarter.sample.dashboards;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.sample.launcher.RunningParts;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a real Prometheus that scrapes the sample has data for the queries of the
 * dashboard and of the alerts.
 */
@ExtendWith(RunningParts.Extension.class)
@Tag(Tier.CI)
class DashboardTests {

	/**
	 * What is empty while no request is slow, and what has no value in the first minute
	 * of an instance.
	 */
	private static final Set<String> EMPTY = Set.of("perf_starter_reporting_verdicts_periods_total",
			"perf_starter_coherence_certificate_age_seconds");

	/**
	 * What the sample does not have: a request limiter, an audit, the log, and an
	 * eviction that fails. The reference of the meters has them.
	 */
	private static final Set<String> ABSENT = Set.of("perf_starter_async_requests_",
			"perf_starter_coherence_audits_hits_total", "perf_starter_coherence_log_failed_operations_total",
			"perf_starter_eviction_executions_evictions_total{outcome=\"failure\"}");

	private final RunningParts parts;

	DashboardTests(RunningParts parts) {
		this.parts = parts;
	}

	@Test
	void everyQueryReturnsDataOfTheSample(@TempDir Path folder) throws Exception {
		assumeThat(Prometheus.program("prometheus")).as("prometheus is not on the PATH (Debian: prometheus)")
			.isPresent();
		configure(folder);
		try (Prometheus prometheus = Prometheus.start(folder)) {
			List<String> queries = Dashboards.queries()
				.stream()
				.filter((query) -> !containsAny(query, EMPTY) && !containsAny(query, ABSENT))
				.toList();
			await().atMost(Duration.ofMinutes(3)).untilAsserted(() -> {
				use();
				assertThat(queries).hasSizeGreaterThan(20).allMatch(prometheus::hasNumber);
				assertThat(prometheus.healthOfRules()).hasSameSizeAs(Dashboards.alerts()).containsOnly("ok");
				assertThat(Dashboards.allSelectors()).allSatisfy(
						(metric) -> assertThat(prometheus.hasSeries(metric)).isNotEqualTo(containsAny(metric, ABSENT)));
			});
		}
	}

	/** The example of the page, with other ports and shorter intervals. */
	private void configure(Path folder) throws IOException {
		String configuration = Files.readString(Path.of("src/test/resources/dashboards/prometheus.yml"));
		for (int i = 0; i < 2; i++) {
			int port = URI.create(this.parts.ticketServices().get(i)).getPort();
			configuration = configuration.replace("localhost:" + (8081 + i), "localhost:" + port);
		}
		Files.writeString(folder.resolve("prometheus.yml"), configuration.replace("15s", "1s"));
		Files.copy(Dashboards.ALERTS, folder.resolve("alerts.yml"));
	}

	/**
	 * Reads and changes on both instances, and a remote call while a connection is held.
	 */
	private void use() {
		for (String instance : this.parts.ticketServices()) {
			String ticket = instance + "/tickets/api/v1/1";
			this.parts.put(ticket, this.parts.get(ticket).body());
			this.parts.get(instance + "/tickets/api/v1/search-parallel?parkingLotId=1&size=10");
			this.parts.get(instance + "/members-legacy/token-1");
			this.parts.get(instance + "/members/token-1");
		}
	}

	private static boolean containsAny(String query, Set<String> metrics) {
		return metrics.stream().anyMatch(query::contains);
	}

}
