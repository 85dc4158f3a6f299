package io.perfstarter.routing.proof;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import io.perfstarter.routing.connection.Routing;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.SqlArrayValue;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests read-only transactions that the primary can execute and a standby cannot.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class StandbyRefusalTests {

	private static final String ISOLATION = "spring.datasource.hikari.transaction-isolation=TRANSACTION_SERIALIZABLE";

	private static final String LONG_READ = """
			select pg_is_in_recovery() from conflict_rows, pg_sleep(case when pg_is_in_recovery() then 20 else 0 end)
			limit 1
			""";

	private final PostgresPair databases = PostgresPair.shared();

	private final ApplicationContextRunner contextRunner = PairApplication.runner(this.databases)
		.withPropertyValues(PairApplication.PATIENT);

	@AfterEach
	void reset() {
		configureStandby("reset max_standby_streaming_delay");
		this.databases.execute("drop table if exists conflict_rows");
		this.databases.execute("drop schema if exists acme");
	}

	private void configureStandby(String change) {
		this.databases.standby().run("alter system " + change);
		this.databases.standby().run("select pg_reload_conf()");
	}

	@Test
	void aConflictWithRecoveryIsNotSeenByTheCaller() {
		prepareConflict();
		this.contextRunner.run((context) -> {
			awaitStandby(context);
			assertThat(readDuringConflict(context).join()).isFalse();
			assertThat(connections(context)).containsEntry("refused", 1L);
			assertThat(isStandby(context, TransactionDefinition.ISOLATION_DEFAULT)).isTrue();
		});
	}

	@Test
	void aConflictFailsTheReadIfItIsNotRepeated() {
		prepareConflict();
		this.contextRunner.withPropertyValues("perf-starter.routing.fallback.mode=stale").run((context) -> {
			awaitStandby(context);
			assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> readDuringConflict(context).join())
				.withCauseInstanceOf(ConcurrencyFailureException.class);
			assertThat(connections(context)).doesNotContainKey("refused");
		});
	}

	private void prepareConflict() {
		this.databases.execute("create table conflict_rows as select id from generate_series(1, 1000) as id");
		configureStandby("set max_standby_streaming_delay = 100");
	}

	private CompletableFuture<Boolean> readDuringConflict(ApplicationContext context) {
		JdbcClient client = context.getBean(JdbcClient.class);
		TransactionTemplate transactions = readOnly(context, TransactionDefinition.ISOLATION_DEFAULT);
		CompletableFuture<Boolean> read = CompletableFuture
			.supplyAsync(() -> transactions.execute((status) -> client.sql(LONG_READ).query(Boolean.class).single()));
		await().until(() -> this.databases.standby()
			.run("select count(*) > 0 from pg_stat_activity where wait_event = 'PgSleep'")
			.equals("t"));
		this.databases.primary().run("delete from conflict_rows where id > 1");
		this.databases.primary().run("vacuum conflict_rows");
		return read;
	}

	@Test
	void aSerializableTransactionUsesThePrimary() {
		this.contextRunner.run((context) -> {
			awaitStandby(context);
			assertThat(isStandby(context, TransactionDefinition.ISOLATION_SERIALIZABLE)).isFalse();
			assertThat(isStandby(context, TransactionDefinition.ISOLATION_REPEATABLE_READ)).isTrue();
			assertThat(connections(context)).containsEntry("serializable", 1L);
		});
	}

	@Test
	void aConnectionThatIsSetSerializableUsesThePrimary() {
		this.contextRunner.run((context) -> {
			awaitStandby(context);
			try (Connection connection = context.getBean(DataSource.class).getConnection()) {
				connection.setReadOnly(true);
				connection.setAutoCommit(false);
				connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
				try (Statement statement = connection.createStatement();
						ResultSet row = statement.executeQuery("select pg_is_in_recovery()")) {
					row.next();
					assertThat(row.getBoolean(1)).isFalse();
				}
				connection.rollback();
			}
			assertThat(connections(context)).containsEntry("refused", 1L);
		});
	}

	@Test
	void aPoolThatIsSerializableUsesThePrimary(CapturedOutput output) {
		this.contextRunner.withPropertyValues(ISOLATION).run((context) -> {
			awaitSampled(context);
			assertThat(isStandby(context, TransactionDefinition.ISOLATION_DEFAULT)).isFalse();
			assertThat(isStandby(context, TransactionDefinition.ISOLATION_READ_COMMITTED)).isTrue();
			assertThat(output.getAll().lines()).filteredOn((line) -> line.contains("is SERIALIZABLE"))
				.singleElement(as(InstanceOfAssertFactories.STRING))
				.containsPattern("WARN .*'dataSource'\\) is SERIALIZABLE.*isolation = Isolation.REPEATABLE_READ");
		});
	}

	@Test
	void aUserThatIsSerializableUsesThePrimary(CapturedOutput output) {
		this.databases.execute("drop role if exists serializable_user");
		this.databases.execute("create role serializable_user login superuser");
		this.databases.execute("alter role serializable_user set default_transaction_isolation = 'serializable'");
		this.contextRunner.withPropertyValues("spring.datasource.username=serializable_user").run((context) -> {
			awaitSampled(context);
			assertThat(isStandby(context, TransactionDefinition.ISOLATION_DEFAULT)).isFalse();
			assertThat(isStandby(context, TransactionDefinition.ISOLATION_READ_COMMITTED)).isTrue();
			assertThat(output).containsPattern("WARN .*SERIALIZABLE");
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "select pg_notify('news', 'x')", "select txid_current()", "listen news",
			"lock table pg_class in share mode", "set transaction isolation level serializable" })
	void whatOnlyThePrimarySupportsIsNoWrite(String sql) {
		this.contextRunner.run((context) -> {
			awaitStandby(context);
			readOnly(context, TransactionDefinition.ISOLATION_DEFAULT)
				.executeWithoutResult((status) -> context.getBean(JdbcTemplate.class).execute(sql));
			assertThat(connections(context)).containsEntry("refused", 1L);
		});
	}

	@Test
	@Tag(Tier.MORE)
	void whatTheCallerOfARepeatedReadHasSetIsNotSeenByTheNextOne() {
		this.databases.execute("create schema acme");
		this.contextRunner.withPropertyValues("perf-starter.routing.replicas.standby.hikari.maximum-pool-size=1")
			.run((context) -> {
				awaitStandby(context);
				JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
				TransactionTemplate transactions = readOnly(context, TransactionDefinition.ISOLATION_DEFAULT);
				for (int i = 0; i < Tier.times(20, 1_000); i++) {
					transactions.executeWithoutResult((status) -> jdbc.execute((Connection connection) -> {
						String before = connection.getSchema();
						connection.setSchema("acme");
						try (Statement statement = connection.createStatement()) {
							statement.executeQuery("select txid_current()");
						}
						connection.setSchema(before);
						return null;
					}));
					String schema = transactions
						.execute((status) -> jdbc.queryForObject("select current_schema()", String.class));
					assertThat(schema).isEqualTo("public");
				}
				// A read goes to the primary when the machine stalls.
				assertThat(connections(context).get("refused")).isPositive();
			});
	}

	@Test
	void aWriteIsRefusedByThePrimaryToo() {
		this.databases.execute("create table conflict_rows as select 1 as id");
		this.contextRunner.run((context) -> {
			awaitStandby(context);
			TransactionTemplate transactions = readOnly(context, TransactionDefinition.ISOLATION_DEFAULT);
			JdbcClient client = context.getBean(JdbcClient.class);
			assertThatExceptionOfType(WriteInReadOnlyTransactionException.class)
				.isThrownBy(() -> transactions
					.execute((status) -> client.sql("delete from conflict_rows returning id").query().singleValue()))
				.withMessageContaining("ran on the primary");
		});
	}

	@ParameterizedTest
	@ValueSource(booleans = { true, false })
	void aParameterWithoutTypeOrOfAnArrayIsRepeated(boolean array) {
		this.databases.execute("create unlogged table conflict_rows as select 1 as id");
		this.contextRunner.run((context) -> {
			awaitStandby(context);
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			TransactionTemplate nested = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
			nested.setPropagationBehavior(TransactionDefinition.PROPAGATION_NESTED);
			Integer id = readOnly(context, TransactionDefinition.ISOLATION_DEFAULT)
				.execute((status) -> nested.execute((alsoStatus) -> jdbc.queryForObject(
						"select id from conflict_rows where coalesce(id = any(?::int[]), true)", Integer.class,
						new Object[] { array ? new SqlArrayValue("int", 1, 2) : null })));
			assertThat(id).isOne();
		});
	}

	private static Map<String, Long> connections(ApplicationContext context) {
		return context.getBean(Routing.class).status().primary().connections();
	}

	private static void awaitStandby(ApplicationContext context) {
		await().until(() -> isStandby(context, TransactionDefinition.ISOLATION_DEFAULT));
	}

	private static void awaitSampled(ApplicationContext context) {
		await().until(() -> isStandby(context, TransactionDefinition.ISOLATION_READ_COMMITTED));
	}

	private static boolean isStandby(ApplicationContext context, int isolation) {
		JdbcClient client = context.getBean(JdbcClient.class);
		return readOnly(context, isolation)
			.execute((status) -> client.sql("select pg_is_in_recovery()").query(Boolean.class).single());
	}

	private static TransactionTemplate readOnly(ApplicationContext context, int isolation) {
		TransactionTemplate transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		transactions.setReadOnly(true);
		transactions.setIsolationLevel(isolation);
		return transactions;
	}

}
