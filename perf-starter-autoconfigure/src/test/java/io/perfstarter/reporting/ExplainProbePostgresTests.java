package io.perfstarter.reporting;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ExplainProbe} with a real PostgreSQL server.
 */
@Timeout(120)
@Tag(Tier.CI)
class ExplainProbePostgresTests {

	private static final PostgresPair pair = PostgresPair.shared();

	private final AtomicLong now = new AtomicLong();

	private final List<Connection> opened = new ArrayList<>();

	private String options = "";

	private final ExplainProbe probe = new ExplainProbe(this::open, this.now::get);

	private Connection open() throws SQLException {
		Connection connection = DriverManager.getConnection(pair.primaryUrl() + this.options, "postgres", "");
		this.opened.add(connection);
		return connection;
	}

	@BeforeAll
	static void createTables() {
		pair.primary().run("create schema explained");
		pair.primary().run("""
				create table explained.tickets as
				select n as id, n % 500 as lot, 'ZH ' || n % 50000 as car_number, n % 3 as status,
				    timestamp '2024-01-01' + n % 7919 * interval '1 minute' as start_at, n as "Odd Column"
				from generate_series(1, 200000) n""");
		pair.primary().run("alter table explained.tickets alter car_number type varchar(20)");
		pair.primary().run("alter table explained.tickets add primary key (id)");
		pair.primary().run("create index tickets_lot on explained.tickets (lot)");
		pair.primary()
			.run("create table explained.orders as select n as id, n % 5000 as ticket from generate_series(1, 5000) n");
		pair.primary()
			.run("create function explained.slow_plan(n int) returns int immutable language plpgsql as "
					+ "'begin perform pg_sleep(30); return n; end'");
		pair.primary().run("analyze explained.tickets, explained.orders");
	}

	@AfterAll
	static void dropTables() {
		pair.primary().run("drop schema explained cascade");
	}

	private List<String> explain(String sql) {
		this.now.addAndGet(Duration.ofSeconds(10).toNanos());
		return this.probe.explain(sql);
	}

	@Test
	void planIsShown() {
		List<String> plan = explain("select * from explained.tickets where car_number = ?");
		assertThat(plan).hasSize(2);
		assertThat(plan.get(0)).startsWith("Seq Scan on tickets  (cost=0.00..");
		assertThat(plan.get(1)).isEqualTo("  Filter: ((car_number)::text = $1)");
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void setterOfAnotherTypeIsNamedWhereAnIndexWouldBeUsed() {
		assertThat(explain("select * from explained.tickets where id = ? and car_number = ?"))
			.anyMatch((line) -> line.contains("using tickets_pkey on tickets"))
			.endsWith("A parameter that is set as numeric, such as a BigDecimal, would convert the column id"
					+ " (integer), and no index on it would be used.");
		assertThat(explain("select * from explained.tickets where id = ? and car_number = repeat('x', ?)")).isNotEmpty()
			.noneMatch((line) -> line.contains("numeric"));
		assertThat(explain("select * from explained.tickets where id = 7")).isNotEmpty()
			.noneMatch((line) -> line.contains("numeric"));
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void indexChangesThePlan() {
		String sql = "select * from explained.tickets where \"Odd Column\" = ?";
		assertThat(explain(sql)).anyMatch((line) -> line.contains("Seq Scan"));
		pair.primary().run("create index odd on explained.tickets (\"Odd Column\")");
		this.now.addAndGet(Duration.ofMinutes(10).toNanos());
		assertThat(explain(sql)).anyMatch((line) -> line.contains("using odd on tickets"))
			.contains("  Index Cond: (\"Odd Column\" = $1)");
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void writesAreExplainedAndNotExecuted() {
		assertThat(explain("delete from explained.tickets where car_number = ?"))
			.anyMatch((line) -> line.contains("Seq Scan on tickets"))
			.first(InstanceOfAssertFactories.STRING)
			.startsWith("Delete on tickets");
		assertThat(explain("update explained.tickets set status = ? where car_number = 'ZH 1'"))
			.anyMatch((line) -> line.contains("Seq Scan on tickets"));
		assertThat(explain("insert into explained.tickets (id) values (?)")).isNotEmpty();
		assertThat(this.probe.failures()).isZero();
		assertThat(pair.primary().run("select count(*) from explained.tickets where status is not null"))
			.isEqualTo("200000");
	}

	@Test
	void literalsAreNotShown() {
		for (String sql : List.of("select * from explained.tickets where car_number = 'SECRET 4711' and status = 4712",
				"select * from explained.tickets where upper(car_number) = 'it''s SECRET\n4711' and id <> -4712",
				"select * from explained.tickets where id in (4711, 4712) or start_at > '4711-04-12' order by id + 4712",
				"select 4712 from explained.tickets where car_number = E'\\'SECRET\\\\ 4711' limit 4711",
				"select n from generate_series(4711, 4712) n where n::text like '%SECRET%'")) {
			assertThat(explain(sql)).isNotEmpty()
				.noneMatch((line) -> line.contains("SECRET") || line.contains("4711") || line.contains("4712"));
		}
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void questionMarkInQuotesStays() {
		assertThat(explain("select * from explained.tickets where car_number = 'who?' and status = ? -- why?"))
			.anyMatch((line) -> line.contains("(car_number)::text = ?::text") && line.contains("status = $1"));
		assertThat(this.probe.failures()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "preferQueryMode=simple", "preferQueryMode=extended",
			"preferQueryMode=extendedForPrepared", "readOnlyMode=ignore" })
	void modeOfTheDriverDoesNotMatter(String mode) {
		this.options = "?" + mode;
		assertThat(explain("select * from explained.tickets where car_number = ?")).isNotEmpty();
		assertThat(explain("select * from explained.tickets where car_number = 'ZH 1'")).isNotEmpty();
	}

	@Test
	void parametersWithoutATypeAreNoAnswerAndAreNotAskedForAgain() {
		String sql = "select ? is null";
		assertThat(explain(sql)).isEmpty();
		assertThat(explain(sql)).isEmpty();
		assertThat(this.probe.failures()).isOne();
		assertThat(this.opened).hasSize(1);
	}

	@Test
	void functionOfThePlanHasTwoSeconds() {
		long start = System.nanoTime();
		assertThat(explain("select * from explained.tickets where id = explained.slow_plan(1)")).isEmpty();
		assertThat(this.probe.failures()).isOne();
		// It would sleep for thirty.
		assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(25));
	}

	@Test
	void lockedTableIsNotWaitedFor() throws SQLException {
		String sql = "select * from explained.tickets where car_number = ? and 1 = 1";
		try (Connection connection = DriverManager.getConnection(pair.primaryUrl(), "postgres", "");
				Statement statement = connection.createStatement()) {
			connection.setAutoCommit(false);
			statement.execute("lock table explained.tickets in access exclusive mode");
			assertThat(explain(sql)).isEmpty();
			assertThat(this.probe.failures()).isOne();
			connection.rollback();
		}
	}

	@Test
	void connectionIsClosedAfterUse() throws SQLException {
		explain("select * from explained.tickets where car_number = ?");
		explain("select ? is null");
		assertThat(this.opened).hasSize(2).allSatisfy((connection) -> assertThat(connection.isClosed()).isTrue());
	}

}
