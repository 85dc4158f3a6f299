package io.perfstarter.routing.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.Routing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Compares more readers than pool connections with and without routing while the standby
 * fails: routing must not add failed reads.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(240)
class ReadersMatrixTests {

	private static final int POOL = 10;

	private static final List<Integer> READERS = List.of(8, 20, 50, 100);

	/**
	 * Longer than any read waits for a connection, but shorter than Hikari's default, so
	 * that failures occur within the test.
	 */
	private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(5);

	private static final Duration CALM = Duration.ofMillis(700);

	private static final Duration OUTAGE = Duration.ofSeconds(3);

	private static final Path FILE = Path.of("target", "readers-matrix.md");

	private final List<String> table = new ArrayList<>(List.of(
			"| standby | readers | routing | reads | failed | of them past the first row | longest ms | longest past it "
					+ "| writes | failed | p50 ms | p99 ms |",
			"|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"));

	private final List<String> failures = new ArrayList<>();

	private PostgresPair databases;

	private ConfigurableApplicationContext without;

	private ConfigurableApplicationContext with;

	@BeforeAll
	void start() {
		this.databases = PostgresPair.start();
		this.databases.execute("create table fault_rows (id bigint primary key, value bigint)");
		this.databases.execute("insert into fault_rows select id, 0 from generate_series(0, 200) as id");
		this.without = application("perf-starter.routing.enabled=false");
		this.with = application();
	}

	private ConfigurableApplicationContext application(String... more) {
		return new SpringApplicationBuilder(FaultsApplication.class).web(WebApplicationType.NONE)
			.properties("spring.datasource.url=" + this.databases.primaryUrl(), "spring.datasource.username=postgres",
					"jdbc.datasource-proxy.enabled=false", "spring.datasource.hikari.maximum-pool-size=" + POOL,
					"spring.datasource.hikari.connection-timeout=" + CONNECTION_TIMEOUT.toMillis(),
					"perf-starter.routing.replicas.standby.url=" + this.databases.standbyUrl())
			.properties(more)
			.run();
	}

	@AfterAll
	void end() throws IOException {
		Files.write(FILE,
				String.join(System.lineSeparator(), this.table)
					.concat(System.lineSeparator() + String.join(System.lineSeparator(), this.failures))
					.getBytes());
		this.table.forEach(System.out::println);
		this.failures.forEach(System.out::println);
		if (this.with != null) {
			this.with.close();
			this.without.close();
		}
	}

	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "NONE|STANDBY_(STOP|KILL|FREEZE)")
	void noReadFailsThatWouldNotFailWithoutRouting(Fault fault) throws Exception {
		List<Crowd> crowds = new ArrayList<>();
		for (int readers : READERS) {
			observe(fault, readers, this.without, "off");
			crowds.add(observe(fault, readers, this.with, "on"));
		}
		for (Crowd crowd : crowds) {
			assertThat(crowd.failedBeforeFirstRow()).isEmpty();
			assertThat(crowd.failedPastFirstRow()).hasSizeLessThanOrEqualTo((fault != Fault.NONE) ? POOL : 0);
			assertThat(crowd.failedWrites()).isEmpty();
		}
	}

	private Crowd observe(Fault fault, int readers, ConfigurableApplicationContext application, String routing)
			throws Exception {
		Rows rows = application.getBean(Rows.class);
		if (application == this.with) {
			await().atMost(Duration.ofSeconds(40))
				.until(() -> Known.now(application.getBean(Routing.class)).equals(new Known(true, true)));
		}
		Crowd crowd = new Crowd(rows, readers);
		try {
			TimeUnit.NANOSECONDS.sleep(CALM.toNanos());
			fault.begin(this.databases);
			TimeUnit.NANOSECONDS.sleep(OUTAGE.toNanos());
		}
		finally {
			crowd.leave();
			fault.end(this.databases);
		}
		crowd.awaitEnd();
		note(fault, readers, routing, crowd);
		return crowd;
	}

	private void note(Fault fault, int readers, String routing, Crowd crowd) {
		long[] writes = crowd.writeMicros();
		Arrays.sort(writes);
		this.table.add("| %s | %d | %s | %d | %d | %d | %d | %d | %d | %d | %.1f | %.1f |".formatted(fault, readers,
				routing, crowd.reads(), crowd.failedBeforeFirstRow().size() + crowd.failedPastFirstRow().size(),
				crowd.failedPastFirstRow().size(), crowd.longestToFirstRow().toMillis(), crowd.longest().toMillis(),
				writes.length, crowd.failedWrites().size(), percentile(writes, 50), percentile(writes, 99)));
		crowd.failureTexts()
			.forEach((text, number) -> this.failures
				.add("- %s, %d readers, routing %s: %d x %s".formatted(fault, readers, routing, number, text)));
	}

	private static double percentile(long[] sorted, int percent) {
		return (sorted.length > 0) ? sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)] / 1e3
				: Double.NaN;
	}

}
