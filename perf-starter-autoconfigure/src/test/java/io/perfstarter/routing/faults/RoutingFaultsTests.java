package io.perfstarter.routing.faults;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import io.perfstarter.fixtures.Stalls;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.faults.Operation.Kind;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessResourceFailureException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Injects faults into the primary and the standby of an application under load.
 *
 * <p>
 * Uses default settings with two exceptions: the connection timeout of the primary is
 * shortened, so that failed writes are seen in time, and the pools are sized so that the
 * primary can serve the whole load while a suspended standby does not block all readers.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Timeout(120)
class RoutingFaultsTests {

	private static final Duration CALM = Duration.ofSeconds(1);

	private static final Duration OUTAGE = Duration.ofSeconds(5);

	private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(2);

	private static final Duration SOCKET_TIMEOUT = Duration.ofSeconds(2);

	/**
	 * The time to take a sample or to time out.
	 */
	private static final Duration SAMPLE = Duration.ofMillis(1_100);

	private static final Duration FOUND_DEAD_TWICE = Duration.ofSeconds(3);

	private static final int STANDBY_POOL = 4;

	/**
	 * The maximum wait of a read for a replica: twice the replica's connection timeout.
	 */
	private static final Duration SHORT_WAIT = Duration.ofMillis(500);

	/**
	 * A margin for other processes on a machine with two cores.
	 */
	private static final Duration TOLERANCE = Duration.ofMillis(500);

	private static final int TIMES = 20;

	private static final Duration MORE = Duration.ofMillis(50);

	private static final Known ALL_WELL = new Known(true, true);

	private PostgresPair databases;

	@RegisterExtension
	private final Stalls stalls = new Stalls();

	@AutoClose
	private ConfigurableApplicationContext application;

	@BeforeAll
	void start() {
		this.databases = PostgresPair.start();
		this.databases.execute("create table fault_rows (id bigint primary key, value bigint)");
		this.databases.execute("insert into fault_rows select id, 0 from generate_series(0, %d) as id"
			.formatted(Load.READERS + Load.WRITERS));
		this.application = application();
	}

	private Duration tolerance() {
		return TOLERANCE.plus(this.stalls.ofOperation());
	}

	private ConfigurableApplicationContext application(String... more) {
		return new SpringApplicationBuilder(FaultsApplication.class).web(WebApplicationType.NONE)
			.properties("spring.datasource.url=" + this.databases.primaryUrl(), "spring.datasource.username=postgres",
					// datasource-micrometer reads the metadata of each new connection,
					// twice from a dead
					// primary.
					"jdbc.datasource-proxy.enabled=false",
					"spring.datasource.hikari.maximum-pool-size=" + 2 * (Load.READERS + Load.WRITERS),
					"spring.datasource.hikari.connection-timeout=" + CONNECTION_TIMEOUT.toMillis(),
					"perf-starter.routing.replicas.standby.url=" + this.databases.standbyUrl(),
					"perf-starter.routing.replicas.standby.hikari.maximum-pool-size=" + STANDBY_POOL)
			.properties(more)
			.run();
	}

	@Tag(Tier.ALL)
	@Test
	@Order(1)
	void withoutFaultNothingFails() throws Exception {
		Outcome outcome = during(Fault.NONE);
		assertThat(Outcome.failed(outcome.operations())).isEmpty();
		assertThat(Outcome.longest(outcome.operations())).isLessThan(SHORT_WAIT.plus(tolerance()));
		assertThat(outcome.of(Kind.READ)).filteredOn(this::isFromStandby)
			.hasSizeGreaterThan(outcome.of(Kind.READ).size() / 2);
	}

	@UsualRows(2)
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "STANDBY_(STOP|KILL|RESTART)")
	@Order(2)
	void standbyThatIsGoneCostsTheReadsThatItServed(Fault fault) throws Exception {
		Outcome outcome = during(fault);
		assertStandbyLeftOut(outcome);
		assertThat(Outcome.failed(outcome.reads())).hasSizeLessThanOrEqualTo(STANDBY_POOL);
		assertThat(Outcome.longest(outcome.reads())).isLessThan(SHORT_WAIT.plus(tolerance()));
	}

	@Test
	@Order(3)
	void standbyThatIsFrozenHoldsNoMoreReadsThanItsPoolHasConnections() throws Exception {
		Outcome outcome = during(Fault.STANDBY_FREEZE);
		assertStandbyLeftOut(outcome);
		// A read that had its row when the standby froze ends with its connection.
		assertThat(Outcome.failed(outcome.reads())).hasSizeLessThanOrEqualTo(STANDBY_POOL);
		assertThat(outcome.reads()).filteredOn((read) -> isLonger(read, SHORT_WAIT.plus(tolerance())))
			.hasSizeLessThanOrEqualTo(STANDBY_POOL);
	}

	@Test
	@Order(4)
	void standbyThatIsFrozenHoldsReadsUpToTheSocketTimeout() throws Exception {
		try (ConfigurableApplicationContext other = application(
				"perf-starter.routing.replicas.standby.hikari.data-source-properties.socketTimeout="
						+ SOCKET_TIMEOUT.toSeconds())) {
			Outcome outcome = during(Fault.STANDBY_FREEZE, other);
			assertStandbyLeftOut(outcome);
			assertThat(Outcome.failed(outcome.reads())).hasSizeLessThanOrEqualTo(STANDBY_POOL);
			assertThat(Outcome.longest(outcome.reads())).isLessThan(SOCKET_TIMEOUT.plus(tolerance()));
		}
	}

	private void assertStandbyLeftOut(Outcome outcome) {
		List<Operation> informed = outcome.reads().stream().filter((read) -> !read.before().standby()).toList();
		assertThat(outcome.noticedIn((known) -> !known.standby())).isLessThan(SAMPLE.plus(tolerance()));
		assertThat(Outcome.failed(informed)).isEmpty();
		assertThat(Outcome.longest(informed)).isLessThan(tolerance());
		assertThat(Outcome.failed(outcome.of(Kind.WRITE))).isEmpty();
		assertThat(Outcome.longest(outcome.of(Kind.WRITE))).isLessThan(SHORT_WAIT.plus(tolerance()));
	}

	/**
	 * Connections unused for 500 ms are validated before they are borrowed.
	 */
	@Test
	@Order(5)
	void standbyThatFreezesWhileNobodyReadsCostsAShortWait() throws Exception {
		Rows rows = this.application.getBean(Rows.class);
		await().until(() -> rows.read(0).port() == this.databases.standby().port());
		lasting(CALM);
		this.databases.standby().freeze();
		try {
			long start = System.nanoTime();
			int port = rows.read(0).port();
			Duration took = Duration.ofNanos(System.nanoTime() - start);
			assertThat(port).isEqualTo(this.databases.primary().port());
			assertThat(took).isLessThan(SHORT_WAIT.plus(tolerance()));
		}
		finally {
			this.databases.standby().thaw();
		}
	}

	/**
	 * No driver timeout is set, so without the abort the read would hang until the
	 * standby continues.
	 */
	@Test
	@Order(6)
	void standbyThatFreezesEndsAReadPastItsFirstRow() throws Exception {
		Rows rows = this.application.getBean(Rows.class);
		await().until(() -> rows.read(0).port() == this.databases.standby().port());
		lasting(CALM);
		try {
			assertThatExceptionOfType(DataAccessResourceFailureException.class)
				.isThrownBy(() -> rows.readAtLength(1, this.databases.standby()::freeze));
		}
		finally {
			this.databases.standby().thaw();
		}
	}

	@UsualRows(2)
	@ParameterizedTest
	@EnumSource(mode = EnumSource.Mode.MATCH_ANY, names = "PRIMARY_(STOP|KILL|RESTART)")
	@Order(6)
	void primaryThatIsGoneFailsWritesInTime(Fault fault) throws Exception {
		Outcome outcome = during(fault);
		assertReadsGoOn(outcome);
		List<Operation> writes = outcome.of(Kind.WRITE);
		assertThat(Outcome.failed(writes)).isNotEmpty();
		assertThat(Outcome.longest(writes)).isLessThan(CONNECTION_TIMEOUT.plus(tolerance()));
	}

	@Test
	@Order(7)
	void primaryThatIsFrozenHoldsWritesOnly() throws Exception {
		Outcome outcome = during(Fault.PRIMARY_FREEZE);
		assertReadsGoOn(outcome);
		assertThat(Outcome.longest(outcome.of(Kind.WRITE)))
			.isLessThan(OUTAGE.plus(CONNECTION_TIMEOUT).plus(tolerance()));
	}

	/**
	 * A read directly after a write may fail until the server that took the write is
	 * found to be down again.
	 */
	private void assertReadsGoOn(Outcome outcome) {
		assertThat(outcome.noticedIn((known) -> !known.primary())).isLessThan(SAMPLE.plus(tolerance()));
		assertThat(Outcome.failed(outcome.of(Kind.READ))).isEmpty();
		assertThat(Outcome.longest(outcome.of(Kind.READ))).isLessThan(tolerance());
		assertThat(outcome.of(Kind.READ)).filteredOn((read) -> !read.before().primary())
			.isNotEmpty()
			.allMatch(this::isFromStandby);
		long found = outcome.begunAt() + FOUND_DEAD_TWICE.toNanos();
		assertThat(Outcome.failed(outcome.of(Kind.OWN_READ))).allMatch((read) -> read.beganAt() - found < 0);
	}

	@ParameterizedTest
	@EnumSource(names = { "PRIMARY_KILL", "PRIMARY_FREEZE" })
	@Order(8)
	void readsTakeNoLongerWhenThePrimaryIsDead(Fault fault) throws Exception {
		Rows rows = this.application.getBean(Rows.class);
		Routing routing = this.application.getBean(Routing.class);
		await().until(() -> Known.now(routing).equals(ALL_WELL));
		median(rows);
		Duration alive = median(rows);
		fault.begin(this.databases);
		try {
			Duration unnoticed = median(rows);
			await().until(() -> !Known.now(routing).primary());
			Duration noticed = median(rows);
			Duration longest = alive.plus(MORE).plus(this.stalls.longest());
			assertThat(unnoticed).isLessThanOrEqualTo(longest);
			assertThat(noticed).isLessThanOrEqualTo(longest);
		}
		finally {
			fault.end(this.databases);
		}
	}

	private Duration median(Rows rows) {
		long[] times = LongStream.range(0, TIMES).map((time) -> {
			long start = System.nanoTime();
			assertThat(rows.read(0).port()).isEqualTo(this.databases.standby().port());
			return System.nanoTime() - start;
		}).sorted().toArray();
		return Duration.ofNanos((times[TIMES / 2 - 1] + times[TIMES / 2]) / 2);
	}

	@Test
	@Order(9)
	void standbyThatIsPromotedIsNotReadFrom() throws Exception {
		Outcome outcome = during(Fault.STANDBY_PROMOTE);
		assertStandbyLeftOut(outcome);
		assertThat(outcome.reads()).filteredOn((read) -> !read.before().standby())
			.allMatch((read) -> read.port() == this.databases.primary().port());
		assertThat(Outcome.failed(outcome.operations())).isEmpty();
	}

	private Outcome during(Fault fault) throws Exception {
		return during(fault, this.application);
	}

	private Outcome during(Fault fault, ConfigurableApplicationContext application) throws Exception {
		Outcome outcome = observe(fault, application);
		assertThat(outcome.stale()).isEmpty();
		return outcome;
	}

	private Outcome observe(Fault fault, ConfigurableApplicationContext application) throws Exception {
		int standby = this.databases.standby().port();
		try (Load load = new Load(application.getBean(Rows.class), application.getBean(Routing.class))) {
			load.awaitServed(standby, ALL_WELL);
			long since = System.nanoTime();
			load.letReadersWrite();
			lasting(CALM);
			// Reads after a write use the primary, so a suspended standby does not block
			// them.
			if (fault.isOfPrimary() || fault == Fault.STANDBY_FREEZE) {
				load.awaitServed(standby, ALL_WELL);
			}
			long begunAt = System.nanoTime();
			fault.begin(this.databases);
			if (!fault.isBrief()) {
				lasting(OUTAGE);
			}
			fault.end(this.databases);
			long mendedAt = System.nanoTime();
			if (fault != Fault.STANDBY_PROMOTE) {
				load.awaitServed(standby, ALL_WELL);
			}
			else {
				load.awaitServed(this.databases.primary().port(), new Known(true, false));
			}
			load.letReadersWrite();
			lasting(CALM);
			return new Outcome(load.end(since), begunAt, mendedAt);
		}
	}

	private boolean isFromStandby(Operation read) {
		return read.port() == this.databases.standby().port();
	}

	private static boolean isLonger(Operation operation, Duration limit) {
		return operation.took().compareTo(limit) > 0;
	}

	private static void lasting(Duration duration) throws InterruptedException {
		TimeUnit.NANOSECONDS.sleep(duration.toNanos());
	}

}
