package io.perfstarter.coherence.autoconfigure;

import java.sql.SQLException;
import java.time.Duration;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.postgres.LogDatabase;
import io.perfstarter.coherence.protocol.Mode;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.eviction.TicketCacheEvictor;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.ConnectionHolder;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link CoherenceLogAutoConfiguration}: two instances that know of each other
 * by the database only.
 */
@ExtendWith(OutputCaptureExtension.class)
class CoherenceLogAutoConfigurationTests {

	@AutoClose
	private static LogDatabase database;

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
				AopAutoConfiguration.class, CoherenceAutoConfiguration.class, CoherenceFanOutAutoConfiguration.class,
				CoherenceLogAutoConfiguration.class, EvictionAutoConfiguration.class,
				JdbcObservationAutoConfiguration.class))
		.withBean(Prices.class)
		.withPropertyValues("spring.datasource.url=" + database.url("postgres"), "spring.datasource.username=postgres",
				"perf-starter.coherence.log=database", "perf-starter.coherence.max-staleness=2s",
				"perf-starter.coherence.caches.prices.time-to-live=10m");

	@BeforeAll
	static void start() throws Exception {
		database = new LogDatabase();
		database.run("create table price (id bigint primary key, amount text)");
	}

	@BeforeEach
	void insert() throws Exception {
		database.run("insert into price values (1, 'old') on conflict (id) do update set amount = 'old'");
	}

	@Test
	void aChangeInATransactionIsSeenByTheOther() {
		bothSee((prices) -> prices.changeInTransaction(1, "new"));
	}

	@Tag(Tier.CI)
	@Test
	void aChangeWithoutATransactionIsSeenByTheOther() {
		bothSee((prices) -> prices.change(1, "new"));
	}

	@Tag(Tier.CI)
	@Test
	void anEvictionByHandIsSeenByBoth() {
		bothSee((prices) -> {
			byHand("update price set amount = 'new'");
			byHand("select perf_starter.evict('prices', 'keys', '{column:1}')");
		});
	}

	@Tag(Tier.CI)
	@Test
	void aStatementByHandIsSeenByBothIfItsTableIsNamed() {
		try {
			bothSee(this.contextRunner.withPropertyValues("perf-starter.coherence.caches.prices.tables.price.key=id",
					"perf-starter.coherence.triggers=create"), (prices) -> byHand("update price set amount = 'new'"));
		}
		finally {
			byHand("select perf_starter.unwatch('price', 'prices')");
		}
	}

	@Test
	void aTableWithoutTriggersIsLoggedWithTheStatementThatCreatesThem(CapturedOutput output) {
		ApplicationContextRunner watching = this.contextRunner
			.withPropertyValues("perf-starter.coherence.caches.prices.tables.price.key=id");
		watching.withPropertyValues("perf-starter.coherence.triggers=off")
			.run((context) -> assertThat(output).doesNotContain("Statements that change these tables"));
		watching.run((context) -> assertThat(output).contains("Statements that change these tables do not evict")
			.contains("select perf_starter.watch('price', 'prices', 'id', '');"));
	}

	@Test
	void triggersThatCannotBeCreatedStopTheStart() {
		this.contextRunner
			.withPropertyValues("perf-starter.coherence.caches.prices.tables.price.group=nothing",
					"perf-starter.coherence.triggers=create")
			.run((context) -> {
				assertThat(StartFailure.of(context)).hasMessageContaining("table price has no column nothing");
				assertThat(StartFailure.of(context).getAction())
					.contains("select perf_starter.watch('price', 'prices', '', 'nothing');");
			});
	}

	@Test
	void aTableNeedsTheLogInTheDatabase() {
		this.contextRunner
			.withPropertyValues("perf-starter.coherence.log=peers",
					"perf-starter.coherence.caches.prices.tables.price.key=id")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("set 'perf-starter.coherence.log' to 'database'"));
	}

	@Test
	void aChangeThatIsRolledBackWritesNothing() throws Exception {
		this.contextRunner.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			String before = database.run("select count(*) from perf_starter.invalidation");
			assertThatIllegalStateException().isThrownBy(() -> prices.failInTransaction(1));
			assertThat(database.run("select count(*) from perf_starter.invalidation")).isEqualTo(before);
			assertThat(database.run("select count(*) from perf_starter.pending_change")).isEqualTo("0");
		});
	}

	@Test
	void aMethodThatThrowsAfterItsCommitWritesADoubt(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			database.run("delete from perf_starter.invalidation");
			Prices prices = context.getBean(Prices.class);
			assertThatIllegalStateException().isThrownBy(() -> prices.changeAndFail(1, "new"));
			assertThat(database.run("select string_agg(cache || ' ' || scope, ', ') from perf_starter.invalidation"))
				.isEqualTo("prices doubt");
			assertThat(output).doesNotContain("cannot be written");
		});
	}

	@Test
	void anEvictionByItselfIsWritten() {
		this.contextRunner.run((context) -> {
			context.getBean(TicketCacheEvictor.class).evict("prices", 77L);
			assertThat(database.run("select count(*) from perf_starter.invalidation where ids = '{long:77}'"))
				.isEqualTo("1");
		});
	}

	@Test
	void theStatusNamesTheModeAndTheNumberOfInstances() {
		this.contextRunner.run((first) -> this.contextRunner.run((second) -> {
			LogFanOut fanOut = second.getBean(LogFanOut.class);
			soon().untilAsserted(() -> {
				LogFanOut.Status status = fanOut.status();
				assertThat(status.mode()).isEqualTo(Mode.CERTIFIED);
				assertThat(status.instances()).isGreaterThanOrEqualTo(2);
				assertThat(status.certificateAge()).isLessThan(Duration.ofSeconds(2));
				assertThat(status.cachesBehind()).isEmpty();
			});
			assertThat(second).doesNotHaveBean(FanOut.class);
		}));
	}

	@Tag(Tier.CI)
	@Test
	void messagesToPeersAreHintsThatDegradeNothing() {
		this.contextRunner
			.withPropertyValues("perf-starter.coherence.peers=localhost:1",
					"perf-starter.secret=a secret of thirty-two characters",
					"perf-starter.coherence.registry-propagation-delay=0s")
			.run((context) -> {
				assertThat(context).hasSingleBean(FanOut.class);
				LogFanOut fanOut = context.getBean(LogFanOut.class);
				soon().until(() -> fanOut.mode() == Mode.CERTIFIED);
				await().pollDelay(Duration.ofSeconds(3)).until(() -> fanOut.mode() == Mode.CERTIFIED);
			});
	}

	@Tag(Tier.CI)
	@Test
	void theGaugeOfPeersCountsTheInstancesThatReadTheLogAlsoWithMessages() {
		MeterRegistry registry = new SimpleMeterRegistry();
		this.contextRunner.run((other) -> this.contextRunner.withBean(MeterRegistry.class, () -> registry)
			.withPropertyValues("perf-starter.coherence.peers=localhost:1",
					"perf-starter.secret=a secret of thirty-two characters")
			.run((context) -> soon().until(() -> registry.get("perf.starter.coherence.peers").gauge().value() == 1)));
	}

	@Test
	void withoutEvictionAWarningSaysThatNothingIsSent(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.eviction.enabled=false")
			.run((context) -> assertThat(output).contains("Changes of guarded caches are not sent to other instances"));
	}

	@Test
	void withoutASecretThereAreNoMessages() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.peers=localhost:1")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(FanOut.class));
	}

	@Test
	void withoutTablesTheStartFailsWithTheScriptOrCreatesThem() throws Exception {
		database.run("create database without_tables");
		ApplicationContextRunner other = this.contextRunner
			.withPropertyValues("spring.datasource.url=" + database.url("without_tables"));
		other.run((context) -> {
			CannotStartException failure = StartFailure.of(context);
			assertThat(failure).hasMessageContaining("the schema 'perf_starter' does not exist");
			assertThat(failure.getAction()).contains("set 'perf-starter.coherence.log-schema' to 'create'")
				.contains("create schema if not exists perf_starter;");
		});
		other.withPropertyValues("perf-starter.coherence.log-schema=create")
			.run((context) -> assertThat(context.getBean(LogFanOut.class).isRunning()).isTrue());
	}

	@Test
	void anotherDatabaseStopsTheStart() {
		this.contextRunner.withPropertyValues("spring.datasource.url=jdbc:h2:mem:log", "spring.datasource.username=sa")
			.run((context) -> {
				assertThat(StartFailure.of(context)).hasMessageContaining("the database is H2");
				assertThat(StartFailure.of(context).getAction()).contains("'perf-starter.coherence.log' to 'peers'");
			});
	}

	@Test
	void theNameOfTheDataSourceMustBeRight() {
		this.contextRunner.withPropertyValues("perf-starter.coherence.log-data-source=dataSource")
			.run((context) -> assertThat(context).hasNotFailed());
		this.contextRunner.withPropertyValues("perf-starter.coherence.log-data-source=none")
			.run((context) -> assertThat(context).getFailure()
				.hasStackTraceContaining("Write the name of the DataSource bean"));
	}

	@Test
	void withoutSpringJdbcTheStartFails() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(CoherenceAutoConfiguration.class, CoherenceLogAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader(ConnectionHolder.class))
			.withPropertyValues("perf-starter.coherence.log=database",
					"perf-starter.coherence.caches.prices.time-to-live=10m")
			.run((context) -> assertThat(StartFailure.of(context))
				.hasMessageContaining("Spring JDBC is not on the class path"));
	}

	private static void byHand(String sql) {
		try {
			database.run(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void bothSee(Consumer<Prices> change) {
		bothSee(this.contextRunner, change);
	}

	private static void bothSee(ApplicationContextRunner runner, Consumer<Prices> change) {
		runner.run((first) -> runner.run((second) -> {
			Prices here = first.getBean(Prices.class);
			Prices there = second.getBean(Prices.class);
			for (AssertableApplicationContext each : new AssertableApplicationContext[] { first, second }) {
				soon().until(() -> each.getBean(LogFanOut.class).mode() == Mode.CERTIFIED);
			}
			assertThat(here.amount(1)).isEqualTo("old");
			assertThat(there.amount(1)).isEqualTo("old");
			change.accept(here);
			soon().until(() -> there.amount(1).equals("new") && here.amount(1).equals("new"));
		}));
	}

	private static ConditionFactory soon() {
		return await().pollInterval(Duration.ofMillis(10));
	}

	/**
	 * A cached read, and its changes.
	 */
	static class Prices {

		private final JdbcTemplate jdbc;

		Prices(JdbcTemplate jdbc) {
			this.jdbc = jdbc;
		}

		@Cacheable("prices")
		public String amount(long id) {
			return this.jdbc.queryForObject("select amount from price where id = ?", String.class, id);
		}

		@Transactional
		@EvictTicketCache(cacheNames = "prices", key = "#id")
		public void changeInTransaction(long id, String amount) {
			change(id, amount);
		}

		@EvictTicketCache(cacheNames = "prices", key = "#id")
		public void change(long id, String amount) {
			this.jdbc.update("update price set amount = ? where id = ?", amount, id);
		}

		@EvictTicketCache(cacheNames = "prices", key = "#id")
		public void changeAndFail(long id, String amount) {
			change(id, amount);
			throw new IllegalStateException("planted");
		}

		@Transactional
		@EvictTicketCache(cacheNames = "prices", key = "#id")
		public void failInTransaction(long id) {
			change(id, "never");
			throw new IllegalStateException("planted");
		}

	}

}
