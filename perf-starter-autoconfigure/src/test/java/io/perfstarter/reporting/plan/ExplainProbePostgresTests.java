package io.perfstarter.reporting.plan;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
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

	private Optional<String> explain(String sql) {
		this.now.addAndGet(Duration.ofSeconds(10).toNanos());
		return this.probe.explain(sql);
	}

	@Test
	void missingIndexIsFound() {
		assertThat(explain("select * from explained.tickets where car_number = ?"))
			.contains("full scan of explained.tickets (about 200,000 rows) by car_number: "
					+ "an index on explained.tickets (car_number) is missing");
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void indexThatIsThereIsNotMissing() throws SQLException {
		assertThat(explain("select * from explained.tickets where lot = ?")).isEmpty();
		assertThat(explain("select * from explained.tickets where id = ?")).isEmpty();
		String sql = "select * from explained.tickets where \"Odd Column\" = ?";
		assertThat(explain(sql)).hasValueSatisfying((sentence) -> assertThat(sentence)
			.endsWith("an index on explained.tickets (\"Odd Column\") is missing"));
		pair.primary().run("create index odd on explained.tickets (\"Odd Column\")");
		this.now.addAndGet(Duration.ofMinutes(10).toNanos());
		assertThat(explain(sql)).isEmpty();
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void partialIndexDoesNotServeEveryValue() {
		pair.primary().run("create index early on explained.tickets (start_at) where status = 0");
		assertThat(explain("select * from explained.tickets where start_at = ?"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).endsWith("(start_at) is missing"));
	}

	@Test
	void writesAreExplainedAndNotExecuted() {
		assertThat(explain("delete from explained.tickets where car_number = ?"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("(car_number) is missing"));
		assertThat(explain("update explained.tickets set status = ? where car_number = 'ZH 1'"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("(car_number) is missing"));
		assertThat(explain("insert into explained.tickets (id) values (?)")).isEmpty();
		assertThat(this.probe.failures()).isZero();
		assertThat(pair.primary().run("select count(*) from explained.tickets where status is not null"))
			.isEqualTo("200000");
	}

	@Test
	void conditionThatKeepsMostRowsNeedsNoIndex() {
		assertThat(explain("select * from explained.tickets where status = ?")).isEmpty();
		assertThat(explain("select * from explained.tickets where start_at > ?")).isEmpty();
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void columnWithFewValuesIsNotIndexed() {
		assertThat(explain("select * from explained.tickets where status = ? and lower(car_number) like ?"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("gin (lower(car_number) gin_trgm_ops)")
				.doesNotContain("(status"));
		assertThat(explain("select * from explained.tickets where status = ? and \"Odd Column\" + 1 = ?")).isEmpty();
		assertThat(this.probe.failures()).isZero();
	}

	@Test
	void adviceOnExpressionsAndPatternsHelps() {
		pair.primary().run("create extension if not exists pg_trgm");
		String equal = "select * from explained.tickets where lower(car_number) = ?";
		String part = "select * from explained.tickets where lower(car_number) like ? and 2 = 2";
		assertThat(explain(equal)).isPresent();
		assertThat(explain(part)).isPresent();
		pair.primary().run("create index lowered on explained.tickets (lower(car_number))");
		pair.primary().run("create index parts on explained.tickets using gin (lower(car_number) gin_trgm_ops)");
		pair.primary().run("analyze explained.tickets");
		this.now.addAndGet(Duration.ofMinutes(10).toNanos());
		assertThat(explain(equal)).isEmpty();
		assertThat(explain(part)).isEmpty();
		pair.primary().run("drop index explained.lowered");
		pair.primary().run("drop index explained.parts");
	}

	@Test
	void castThatNoIndexServesIsNamed() {
		assertThat(explain("select * from explained.tickets where id::text = ?"))
			.contains("full scan of explained.tickets (about 200,000 rows) by id: "
					+ "no ordinary index supports this condition");
	}

	@Test
	void sortIsFound() {
		assertThat(explain("select * from explained.tickets order by start_at desc limit ?"))
			.contains("sort of about 200,000 rows of explained.tickets by start_at: "
					+ "an index on explained.tickets (start_at) would avoid the sort");
		assertThat(explain("select * from explained.tickets order by id limit 10")).isEmpty();
	}

	@Test
	void scanForEachRowIsFound() {
		assertThat(explain("select id, (select count(*) from explained.orders o where o.ticket = t.id) "
				+ "from explained.tickets t where lot = ?"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains(
					"full scan of explained.orders (about 5,000 rows, about 400 times) by ticket",
					"an index on explained.orders (ticket) is missing"));
	}

	@Test
	void literalsAreNotShown() {
		assertThat(explain("select * from explained.tickets where car_number = 'SECRET 4711' and status = 4712"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("(car_number, status) is missing")
				.doesNotContain("SECRET", "4711", "4712"));
		assertThat(explain("select * from explained.tickets where upper(car_number) = 'SECRET 4711'"))
			.hasValueSatisfying((sentence) -> assertThat(sentence)
				.contains("an index on explained.tickets (upper(car_number)) is missing")
				.doesNotContain("SECRET", "4711"));
	}

	@Test
	void questionMarkInQuotesStays() {
		assertThat(explain("select * from explained.tickets where car_number = 'who?' and status = ? -- why?"))
			.hasValueSatisfying((sentence) -> assertThat(sentence).contains("(car_number, status) is missing"));
		assertThat(this.probe.failures()).isZero();
	}

	@ParameterizedTest
	@ValueSource(strings = { "simple", "extended", "extendedForPrepared" })
	void modeOfTheDriverDoesNotMatter(String mode) {
		this.options = "?preferQueryMode=" + mode;
		assertThat(explain("select * from explained.tickets where car_number = ?")).isPresent();
		assertThat(explain("select * from explained.tickets where car_number = 'ZH 1'")).isPresent();
	}

	@Test
	void readOnlyModeOfTheDriverDoesNotMatter() {
		this.options = "?readOnlyMode=ignore";
		assertThat(explain("select * from explained.tickets where car_number = ?")).isPresent();
	}

	@Test
	void parametersWithoutATypeAreNoAnswerAndAreNotAskedForAgain() {
		String sql = "select ? is null";
		assertThat(explain(sql)).isEmpty();
		assertThat(explain(sql)).isEmpty();
		assertThat(this.probe.failures()).isOne();
		assertThat(this.opened).hasSize(1);
	}

	@ParameterizedTest
	@ValueSource(strings = { "create table explained.more (a int)", "select 1; drop table explained.tickets",
			"explain analyze delete from explained.tickets", "vacuum explained.tickets" })
	void othersAreRefused(String sql) {
		assertThat(explain(sql)).isEmpty();
		assertThat(this.opened).isEmpty();
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
