package io.perfstarter.coherence.postgres;

import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import io.perfstarter.coherence.log.LogPosition;
import io.perfstarter.coherence.log.LogReading;
import io.perfstarter.coherence.log.LogUnavailableException;
import io.perfstarter.coherence.protocol.Event;
import jakarta.persistence.EntityManagerFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.orm.jpa.LocalContainerEntityManagerFactoryBean;
import org.springframework.orm.jpa.vendor.HibernateJpaVendorAdapter;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for evictions that join a transaction.
 */
class PostgresLogTransactionTests {

	private static final List<Event> EVENTS = List.of(Event.keys("tickets", List.of(1)), Event.all("zones"));

	@AutoClose
	private static LogDatabase database;

	@AutoClose
	private final PostgresLog writer = database.log("a");

	@AutoClose
	private final PostgresLog reader = database.log("b");

	private final TransactionTemplate transactions = new TransactionTemplate(
			new DataSourceTransactionManager(database.dataSource()));

	private LogPosition position;

	@BeforeAll
	static void start() throws Exception {
		database = new LogDatabase();
	}

	@BeforeEach
	void begin() {
		this.position = this.reader.read(null, Duration.ZERO).end();
	}

	@Test
	void becomeVisibleWithItsCommit() {
		inTransaction((status) -> {
			assertThat(this.writer.join(EVENTS)).isTrue();
			assertThat(next()).isEmpty();
		});
		assertThat(next()).containsExactlyInAnyOrderElementsOf(EVENTS);
	}

	@Test
	void disappearWithItsRollback() {
		inTransaction((status) -> {
			assertThat(this.writer.join(EVENTS)).isTrue();
			status.setRollbackOnly();
		});
		assertThat(next()).isEmpty();
	}

	@Test
	void joinTheTransactionOfAnEntityManager() {
		LocalContainerEntityManagerFactoryBean factory = new LocalContainerEntityManagerFactoryBean();
		factory.setDataSource(database.dataSource());
		factory.setPackagesToScan(getClass().getPackageName() + ".without.entities");
		factory.setJpaVendorAdapter(new HibernateJpaVendorAdapter());
		factory.afterPropertiesSet();
		try {
			EntityManagerFactory entityManagers = factory.getObject();
			assertThat(entityManagers).isNotNull();
			new TransactionTemplate(new JpaTransactionManager(entityManagers)).executeWithoutResult((status) -> {
				assertThat(this.writer.join(EVENTS)).isTrue();
				assertThat(next()).isEmpty();
			});
			assertThat(next()).containsExactlyInAnyOrderElementsOf(EVENTS);
		}
		finally {
			factory.destroy();
		}
	}

	@Test
	void ofManyOnesAllEntriesAreWritten() {
		List<Event> many = IntStream.range(0, 5_000).mapToObj((id) -> Event.keys("tickets", List.of(id))).toList();
		inTransaction((status) -> assertThat(this.writer.join(many)).isTrue());
		assertThat(next()).containsExactly(Event.all("tickets"));
		this.writer.append(many);
		assertThat(next()).containsExactly(Event.all("tickets"));
	}

	@Test
	void doNotMakeTheTransactionWaitForLong() throws Exception {
		try (Connection open = database.begin()) {
			LogDatabase.run(open, "lock table perf_starter.invalidation");
			inTransaction((status) -> assertThat(this.writer.join(EVENTS)).isFalse());
		}
	}

	@Test
	void leaveTheTransactionUsableIfTheLogIsMissing() throws Exception {
		database.run("create table if not exists changed (id bigint)");
		database.run("alter function perf_starter.evict rename to moved");
		try {
			inTransaction((status) -> {
				JdbcTemplate jdbc = new JdbcTemplate(database.dataSource());
				jdbc.execute("insert into changed values (1)");
				assertThatExceptionOfType(LogUnavailableException.class).isThrownBy(() -> this.writer.join(EVENTS));
				jdbc.execute("insert into changed values (2)");
			});
		}
		finally {
			database.run("alter function perf_starter.moved rename to evict");
		}
		assertThat(database.run("select count(*) from changed")).isEqualTo("2");
	}

	@Test
	void joinNoReadOnlyTransaction() {
		this.transactions.setReadOnly(true);
		inTransaction((status) -> assertThat(this.writer.join(EVENTS)).isFalse());
	}

	@Test
	void joinNothingWithoutATransaction() {
		assertThat(this.writer.join(EVENTS)).isFalse();
		assertThat(next()).isEmpty();
	}

	@Test
	void joinNoTransactionOfAnotherDatabase() {
		new TransactionTemplate(new DataSourceTransactionManager(database.otherDatabase()))
			.executeWithoutResult((status) -> {
				assertThat(this.writer.join(EVENTS)).isFalse();
				// Binds a connection that is in no transaction.
				new JdbcTemplate(database.dataSource()).queryForObject("select 1", Integer.class);
				assertThat(this.writer.join(EVENTS)).isFalse();
			});
		assertThat(next()).isEmpty();
	}

	@Test
	void doNotMakeTheTransactionFail() throws Exception {
		database.run("alter table perf_starter.invalidation rename to moved");
		try {
			inTransaction((status) -> {
				new JdbcTemplate(database.dataSource()).execute("create table kept (id int)");
				assertThat(this.writer.join(EVENTS)).isFalse();
			});
		}
		finally {
			database.run("alter table perf_starter.moved rename to invalidation");
		}
		assertThat(database.run("select to_regclass('kept') is not null")).isEqualTo("t");
	}

	private void inTransaction(Consumer<TransactionStatus> action) {
		this.transactions.executeWithoutResult(action);
	}

	private List<Event> next() {
		LogReading reading = this.reader.read(this.position, Duration.ZERO);
		this.position = reading.end();
		return reading.events();
	}

}
