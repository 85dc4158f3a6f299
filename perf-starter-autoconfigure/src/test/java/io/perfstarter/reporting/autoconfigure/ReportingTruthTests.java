package io.perfstarter.reporting.autoconfigure;

import java.time.Instant;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.routing.PostgresPair;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.client.RestClient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

/**
 * Shows that each part of a request's time is found where it was spent, on a real Tomcat
 * and a real PostgreSQL.
 */
@SpringBootTest(classes = SlowApplication.class, webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "perf-starter.reporting.period=200ms", "perf-starter.reporting.slow-threshold=50ms",
				"spring.datasource.hikari.maximum-pool-size=1", "management.endpoints.web.exposure.include=whyslow" })
@Tag("faults")
@DirtiesContext
@ResourceLock("processors")
class ReportingTruthTests {

	private static final long MILLIS = 400;

	@LocalServerPort
	private int port;

	@Autowired
	private Reporting reporting;

	@Autowired
	private JdbcTemplate jdbc;

	@DynamicPropertySource
	static void database(DynamicPropertyRegistry properties) {
		properties.add("spring.datasource.url", PostgresPair.shared()::primaryUrl);
		properties.add("spring.datasource.username", () -> "postgres");
	}

	@Test
	void sqlIsFoundInSql() {
		ServedRequest request = get("/sql/{millis}", MILLIS);
		assertThat(millis(request, TimeComponent.SQL)).as("%s", describe(request))
			.isCloseTo(MILLIS, within(tolerance()));
		assertThat(request.figures().statements()).isOne();
		assertThat(request.figures().costliest()).singleElement()
			.satisfies((statement) -> assertThat(statement.sql()).contains("pg_sleep").doesNotContain("secret"));
		assertClosed(request);
	}

	@Tag(Tier.ALL)
	@Test
	void rowsAreCounted() {
		ServedRequest request = get("/rows/{rows}", 200_000);
		assertThat(request.figures().rows()).isEqualTo(200_000);
		assertThat(request.breakdown().measured(TimeComponent.FETCH)).isTrue();
		assertClosed(request);
	}

	@Test
	void aRemoteCallIsFoundInRemote() {
		ServedRequest request = get("/remote/{millis}", MILLIS);
		assertThat(millis(request, TimeComponent.REMOTE)).as("%s", describe(request))
			.isCloseTo(MILLIS, within(tolerance()));
		assertThat(request.figures().remotes()).singleElement()
			.satisfies((remote) -> assertThat(remote.target()).contains("localhost")
				.doesNotContain(String.valueOf(MILLIS)));
		assertClosed(request);
	}

	@Test
	void computingIsFoundInCpu() {
		ServedRequest request = get("/cpu/{millis}", MILLIS);
		assertThat(millis(request, TimeComponent.CPU)).as("%s", describe(request))
			.isCloseTo(MILLIS, within(tolerance()));
		assertClosed(request);
	}

	@Test
	void waitingForALockIsFoundInBlocked() {
		ServedRequest request = get("/blocked/{millis}", MILLIS);
		assertThat(millis(request, TimeComponent.BLOCKED)).as("%s", describe(request))
			.isCloseTo(MILLIS, within(tolerance()));
		assertClosed(request);
	}

	@Test
	void anAsynchronousRequestIsMeasuredToItsEnd() {
		ServedRequest request = get("/async/{millis}", MILLIS);
		assertThat(millis(request, TimeComponent.BLOCKED)).as("%s", describe(request))
			.isCloseTo(MILLIS, within(tolerance()));
		assertClosed(request);
	}

	@Test
	void waitingForAConnectionIsFoundInPool() throws Exception {
		warm("/rows/{rows}", 3);
		CountDownLatch held = new CountDownLatch(1);
		CountDownLatch release = new CountDownLatch(1);
		Thread holder = new Thread(() -> SlowApplication.hold(this.jdbc, held, release));
		holder.start();
		held.await();
		Thread releaser = new Thread(() -> {
			SlowApplication.rest(MILLIS);
			release.countDown();
		});
		releaser.start();
		ServedRequest request = measured("/rows/{rows}", 3);
		releaser.join();
		holder.join();
		// How long it waited, nobody knows but the time breakdown; a busy machine takes
		// the rest.
		assertThat(millis(request, TimeComponent.POOL)).isGreaterThan(MILLIS / 2.0)
			.isBetween(0.8 * request.nanos() / 1e6, request.nanos() / 1e6);
		assertThat(request.figures().awaitedPool()).isNotEmpty();
		assertClosed(request);
	}

	@Test
	void showsNothingOfWhatCallersSend() {
		RestClient.create("http://localhost:" + this.port)
			.get()
			.uri("/blocked/{millis}?secret={secret}", 77, "s3cret")
			.header("X-Token", "t0ken")
			.retrieve()
			.toBodilessEntity();
		await("request").untilAsserted(
				() -> assertThat(WhySlowJson.of(this.reporting.state("test"))).contains("GET /blocked/{millis}")
					.doesNotContain("s3cret", "t0ken", "secret"));
	}

	/**
	 * The one of three that pauses and others on the machine have disturbed least.
	 */
	private ServedRequest get(String path, long value) {
		warm(path, (path.contains("rows")) ? value : 1);
		return Stream.generate(() -> measured(path, value))
			.limit(3)
			.min(Comparator.comparingLong(ReportingTruthTests::disturbed))
			.orElseThrow();
	}

	/**
	 * A pause lengthens no request that waits anyway, but is subtracted from its wait.
	 */
	private static long disturbed(ServedRequest request) {
		return request.nanos() + request.breakdown().nanos(TimeComponent.JVM_PAUSE);
	}

	/**
	 * What is measured is not the loading of classes.
	 */
	private void warm(String path, long value) {
		for (int i = 0; i < 3; i++) {
			call(path, value);
		}
	}

	private ServedRequest measured(String path, long value) {
		Instant before = Instant.now();
		call(path, value);
		return await("request")
			.until(() -> requests("GET " + path).stream()
				.filter((request) -> !request.startedAt().isBefore(before))
				.findFirst(), Optional::isPresent)
			.orElseThrow();
	}

	private void call(String path, long value) {
		RestClient.create("http://localhost:" + this.port).get().uri(path, value).retrieve().toBodilessEntity();
	}

	private List<ServedRequest> requests(String route) {
		return this.reporting.state("test")
			.slowest()
			.stream()
			.map(JudgedRequest::request)
			.filter((request) -> request.route().equals(route))
			.toList();
	}

	private static double millis(ServedRequest request, TimeComponent component) {
		return request.breakdown().nanos(component) / 1e6;
	}

	/**
	 * A tenth, or 3 ms.
	 */
	private static double tolerance() {
		return Math.max(3, MILLIS / 10.0);
	}

	private static String describe(ServedRequest request) {
		return Arrays.stream(TimeComponent.values())
			.map((component) -> component + "=" + millis(request, component))
			.collect(Collectors.joining(", ", request + ": ", ""));
	}

	private static void assertClosed(ServedRequest request) {
		long sum = Arrays.stream(TimeComponent.values()).mapToLong(request.breakdown()::nanos).sum();
		assertThat(sum).isEqualTo(request.nanos()).isPositive();
	}

}
