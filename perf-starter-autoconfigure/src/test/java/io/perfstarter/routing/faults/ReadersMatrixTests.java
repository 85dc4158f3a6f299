package io.perfstarter.routing.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.perfstarter.fixtures.NamedDatabases;
import io.perfstarter.fixtures.Stalls;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.Routing;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Compares more readers than pool connections with and without routing, in alternation,
 * while something is wrong with the standby: routing must not add failed reads, and waits
 * of at most half a second.
 *
 * <p>
 * {@code -Dreaders.all=true} runs all cells instead of a part of them,
 * {@code -Dreaders.large=true} bursts of 400 and 1,000 readers, both with {@code -Pall}.
 */
@Tag("faults")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Timeout(240)
class ReadersMatrixTests {

	private static final int POOL = 10;

	/**
	 * Longer than any read waits for a connection, but shorter than Hikari's default, so
	 * that failures occur within the test.
	 */
	private static final Duration CONNECTION_TIMEOUT = Duration.ofSeconds(10);

	private static final List<Integer> READERS = List.of(100, 8, 20, 500, 50);

	private static final List<Integer> LARGE = List.of(400, 1_000);

	private static final Duration CALM = Duration.ofMillis(700);

	private static final Duration OUTAGE = Duration.ofSeconds(3);

	/**
	 * How much longer than without routing a read may wait for its first row.
	 */
	private static final Duration LONGER = Duration.ofMillis(500);

	private static final Duration SLOWER = Duration.ofMillis(300);

	private static final Path FILE = Path.of("target", "readers-matrix.md");

	private final List<String> table = new ArrayList<>(List.of(
			"| standby | set-up | readers | routing | reads | failed | of them past the first row | longest ms | longest past it "
					+ "| writes | failed | p50 ms | p99 ms |",
			"|---|---|---:|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"));

	private final NamedDatabases others = new NamedDatabases();

	private final List<ConfigurableApplicationContext> applications = new ArrayList<>();

	@RegisterExtension
	private final Stalls stalls = new Stalls();

	private PostgresPair databases;

	private SlowLink link;

	@BeforeAll
	void start() throws IOException {
		startDatabases();
	}

	private void startDatabases() throws IOException {
		this.databases = PostgresPair.start();
		this.databases.execute("create table fault_rows (id bigint primary key, value bigint)");
		this.databases.execute("insert into fault_rows select id, 0 from generate_series(0, 1000) as id");
		this.link = new SlowLink(this.databases.standby().port());
	}

	private ConfigurableApplicationContext application(SetUp setUp, boolean routing, String... properties) {
		ConfigurableApplicationContext application = new SpringApplicationBuilder(FaultsApplication.class)
			.web(WebApplicationType.NONE)
			.properties("spring.datasource.url=" + this.databases.primaryUrl(), "spring.datasource.username=postgres",
					"jdbc.datasource-proxy.enabled=false", "spring.datasource.hikari.maximum-pool-size=" + POOL,
					"spring.datasource.hikari.connection-timeout=" + CONNECTION_TIMEOUT.toMillis(),
					"perf-starter.routing.enabled=" + routing, "perf-starter.routing.lag.max=1s",
					"perf-starter.routing.replicas.standby.url=jdbc:postgresql://localhost:%d/postgres"
						.formatted(this.link.port()))
			.properties(setUp.properties(this.others))
			.properties(properties)
			.run();
		this.applications.add(application);
		return application;
	}

	@AfterAll
	void end() throws IOException {
		Files.write(FILE, this.table);
		close();
	}

	private void close() throws IOException {
		this.applications.forEach(ConfigurableApplicationContext::close);
		this.applications.clear();
		this.link.close();
	}

	static Stream<Arguments> cells() {
		List<Arguments> cells = new ArrayList<>();
		if (Boolean.getBoolean("readers.large")) {
			Stream.of(Condition.values())
				.filter(Condition::endsConnections)
				.forEach((condition) -> LARGE
					.forEach((readers) -> cells.add(Arguments.of(condition, SetUp.DEFAULT, readers))));
			return cells.stream();
		}
		boolean all = Boolean.getBoolean("readers.all");
		for (Condition condition : Condition.values()) {
			for (SetUp setUp : SetUp.values()) {
				for (int readers : READERS) {
					if (all || isByDefault(condition, setUp, readers)) {
						cells.add(Arguments.of(condition, setUp, readers));
					}
				}
			}
		}
		return cells.stream();
	}

	/**
	 * Each condition, each set-up and each number of readers at least once.
	 */
	private static boolean isByDefault(Condition condition, SetUp setUp, int readers) {
		if (setUp != SetUp.DEFAULT) {
			return condition == Condition.KILLED && readers == 100;
		}
		return readers == READERS.get(condition.ordinal() % READERS.size());
	}

	@UsualRows({ 7, 10 })
	@ParameterizedTest
	@MethodSource("cells")
	void noReadIsWorseOffThanWithoutRouting(Condition condition, SetUp setUp, int readers) throws Exception {
		Crowd without = observe(condition, setUp, readers, false);
		Crowd with = observe(condition, setUp, readers, true);
		assertThat(with.failedBeforeFirstRow()).hasSizeLessThanOrEqualTo(without.failedBeforeFirstRow().size());
		assertThat(with.failedPastFirstRow())
			.hasSizeLessThanOrEqualTo(condition.endsConnections() ? POOL : without.failedPastFirstRow().size());
		assertThat(with.failedWrites()).isEmpty();
		// The longest wait for an exhausted pool differs by up to a third between two
		// runs of the same.
		Duration longest = without.longestToFirstRow().multipliedBy(3).dividedBy(2);
		assertThat(with.longestToFirstRow()).isLessThan(longest.plus(LONGER).plus(this.stalls.ofOperation()));
	}

	@Test
	void aLongTimeoutOfTheReplicaDelaysNoReadWhenItFreezes() throws Exception {
		ConfigurableApplicationContext application = application(SetUp.DEFAULT, true,
				"perf-starter.routing.replicas.standby.hikari.connection-timeout=" + CONNECTION_TIMEOUT.toMillis());
		await().until(() -> Known.now(application.getBean(Routing.class)).equals(new Known(true, true)));
		Crowd crowd = new Crowd(application.getBean(Rows.class), POOL / 2);
		TimeUnit.NANOSECONDS.sleep(CALM.toNanos());
		Condition.FROZEN.begin(this.databases, this.link);
		try {
			// More readers than connections are open.
			Crowd second = new Crowd(application.getBean(Rows.class), POOL);
			TimeUnit.NANOSECONDS.sleep(OUTAGE.toNanos());
			crowd.leave();
			second.leave();
			second.awaitEnd();
			assertThat(second.failedBeforeFirstRow()).isEmpty();
			assertThat(second.longestToFirstRow()).isLessThan(CONNECTION_TIMEOUT.dividedBy(2));
		}
		finally {
			Condition.FROZEN.end(this.databases, this.link);
			crowd.awaitEnd();
			application.close();
		}
	}

	private Crowd observe(Condition condition, SetUp setUp, int readers, boolean routing) throws Exception {
		ConfigurableApplicationContext application = application(setUp, routing);
		try {
			if (routing && condition != Condition.COLD) {
				await().until(() -> Known.now(application.getBean(Routing.class)).equals(new Known(true, true)));
			}
			Crowd crowd = new Crowd(application.getBean(Rows.class), readers);
			try {
				TimeUnit.NANOSECONDS.sleep(CALM.toNanos());
				condition.begin(this.databases, this.link);
				TimeUnit.NANOSECONDS.sleep(OUTAGE.toNanos());
			}
			finally {
				crowd.leave();
				condition.end(this.databases, this.link);
			}
			crowd.awaitEnd();
			note(condition, setUp, readers, routing, crowd);
			return crowd;
		}
		finally {
			application.close();
			this.applications.remove(application);
			if (condition == Condition.PROMOTED) {
				close();
				startDatabases();
			}
		}
	}

	private void note(Condition condition, SetUp setUp, int readers, boolean routing, Crowd crowd) {
		long[] writes = crowd.writeMicros();
		Arrays.sort(writes);
		this.table.add("| %s | %s | %d | %s | %d | %d | %d | %d | %d | %d | %d | %.1f | %.1f |".formatted(condition,
				setUp, readers, routing ? "on" : "off", crowd.reads(),
				crowd.failedBeforeFirstRow().size() + crowd.failedPastFirstRow().size(),
				crowd.failedPastFirstRow().size(), crowd.longestToFirstRow().toMillis(), crowd.longest().toMillis(),
				writes.length, crowd.failedWrites().size(), percentile(writes, 50), percentile(writes, 99)));
	}

	private static double percentile(long[] sorted, int percent) {
		return (sorted.length > 0) ? sorted[Math.min(sorted.length - 1, sorted.length * percent / 100)] / 1e3
				: Double.NaN;
	}

	/**
	 * What is wrong with the standby.
	 */
	enum Condition {

		HEALTHY(Fault.NONE),

		COLD(Fault.NONE),

		STOPPED(Fault.STANDBY_STOP),

		KILLED(Fault.STANDBY_KILL),

		FROZEN(Fault.STANDBY_FREEZE),

		SLOW_TO_CONNECT(Fault.NONE) {

			@Override
			void begin(PostgresPair databases, SlowLink link) throws IOException {
				link.slowDown(SLOWER);
			}

			@Override
			void end(PostgresPair databases, SlowLink link) {
				link.speedUp();
			}

		},

		LAGGING(Fault.NONE) {

			@Override
			void begin(PostgresPair databases, SlowLink link) {
				databases.applyDelay(2_000);
			}

			@Override
			void end(PostgresPair databases, SlowLink link) {
				databases.applyDelay(0);
			}

		},

		PROMOTED(Fault.STANDBY_PROMOTE),

		VANISHED(Fault.NONE) {

			@Override
			void begin(PostgresPair databases, SlowLink link) {
				link.vanish();
			}

			@Override
			void end(PostgresPair databases, SlowLink link) {
				link.comeBack();
			}

		};

		private final Fault fault;

		Condition(Fault fault) {
			this.fault = fault;
		}

		void begin(PostgresPair databases, SlowLink link) throws IOException {
			this.fault.begin(databases);
		}

		void end(PostgresPair databases, SlowLink link) {
			this.fault.end(databases);
		}

		/**
		 * Returns whether reads past their first row fail, one for each connection.
		 */
		boolean endsConnections() {
			return this == STOPPED || this == KILLED || this == FROZEN || this == SLOW_TO_CONNECT || this == VANISHED;
		}

	}

	/**
	 * How the application is set up.
	 */
	enum SetUp {

		DEFAULT,

		SERIALIZABLE {

			@Override
			String[] properties(NamedDatabases others) {
				return new String[] { "spring.datasource.hikari.transaction-isolation=TRANSACTION_SERIALIZABLE" };
			}

		},

		TWO_MANAGERS {

			@Override
			String[] properties(NamedDatabases others) {
				return new String[] { "other.url=" + others.url("other") };
			}

		};

		String[] properties(NamedDatabases others) {
			return new String[0];
		}

	}

}
