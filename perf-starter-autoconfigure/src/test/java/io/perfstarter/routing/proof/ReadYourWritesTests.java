package io.perfstarter.routing.proof;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import javax.sql.DataSource;

import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.jdbc.PgConnection;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcUtils;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a thread sees its own write although the standby lags.
 */
class ReadYourWritesTests {

	private static final int PAIRS = 2_000;

	private static final String FRESH = "fresh, on standby: true";

	private static final String STALE = "stale, on standby: true";

	private static final String STALE_ON_PRIMARY = "stale, on standby: false";

	private static PostgresPair databases;

	private final ApplicationContextRunner contextRunner = PairApplication.runner(databases)
		.withBean(Counters.class)
		.withPropertyValues(PairApplication.PATIENT);

	@BeforeAll
	static void start() {
		databases = PostgresPair.shared();
		databases.execute("create table if not exists counters (id bigint primary key, value bigint)");
		databases.execute("insert into counters values (1, 0) on conflict do nothing");
	}

	@AfterEach
	void catchUp() {
		databases.resumeReplay();
		databases.applyDelay(0);
	}

	@Test
	void findsItsOwnWritesOnAStandbyThatIsFiftyMillisecondsBehind() {
		databases.applyDelay(50);
		this.contextRunner.run((context) -> {
			Counters counters = context.getBean(Counters.class);
			awaitReplica(counters);
			assertThat(reads(counters)).doesNotContain(STALE, STALE_ON_PRIMARY);
			await().until(counters::readsFromReplica);
		});
	}

	@Test
	void findsItsOwnWritesWhileReplayIsPaused() {
		this.contextRunner.run((context) -> {
			Counters counters = context.getBean(Counters.class);
			awaitReplica(counters);
			databases.pauseReplay();
			assertThat(reads(counters)).doesNotContain(STALE, STALE_ON_PRIMARY);
		});
	}

	/**
	 * As in the session load of Spring Session.
	 */
	@Test
	void aSelectInATransactionThatMayWriteIsNoWrite() {
		this.contextRunner.run((context) -> {
			Counters counters = context.getBean(Counters.class);
			awaitReplica(counters);
			databases.pauseReplay();
			TransactionTemplate transactions = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			transactions.executeWithoutResult((status) -> context.getBean(JdbcTemplate.class)
				.queryForList("select value from counters c where c.id = ?", 1));
			assertThat(counters.readsFromReplica()).isTrue();
			transactions.executeWithoutResult((status) -> context.getBean(JdbcTemplate.class)
				.queryForList("select pg_notify('counters', ?)", "1"));
			assertThat(counters.readsFromReplica()).isFalse();
		});
	}

	@ParameterizedTest
	@CsvSource({ "true, true", "true, false", "false, true", "false, false" })
	void findsWhatIsNotObserved(boolean unwrapped, boolean transaction) {
		this.contextRunner.run((context) -> {
			Counters counters = context.getBean(Counters.class);
			awaitReplica(counters);
			databases.pauseReplay();
			long value = counters.read(1) + 1;
			TransactionTemplate transactions = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			transactions.setPropagationBehavior(transaction ? TransactionDefinition.PROPAGATION_REQUIRED
					: TransactionDefinition.PROPAGATION_NOT_SUPPORTED);
			transactions.executeWithoutResult((status) -> context.getBean(JdbcTemplate.class)
				.execute(unwrapped ? unwrapped(value) : rows(value)));
			assertThat(counters.read(1)).isEqualTo(value);
		});
	}

	private static ConnectionCallback<Void> unwrapped(long value) {
		return (connection) -> {
			try (Statement statement = connection.unwrap(PgConnection.class).createStatement()) {
				statement.execute("update counters set value = %d where id = 1".formatted(value));
			}
			return null;
		};
	}

	private static ConnectionCallback<Void> rows(long value) {
		return (connection) -> {
			try (Statement statement = connection.createStatement(ResultSet.TYPE_FORWARD_ONLY,
					ResultSet.CONCUR_UPDATABLE);
					ResultSet rows = statement.executeQuery("select id, value from counters where id = 1")) {
				rows.next();
				rows.updateLong("value", value);
				rows.updateRow();
			}
			return null;
		};
	}

	@Test
	void readsTheReplicaThatGetsTheWriteWhileWritersUseThePrimary() {
		this.contextRunner.withPropertyValues("spring.datasource.hikari.maximum-pool-size=1").run((context) -> {
			Counters counters = context.getBean(Counters.class);
			awaitReplica(counters);
			databases.applyDelay(500);
			counters.write(1, 1);
			try (Connection writer = context.getBean(DataSource.class).getConnection();
					Statement statement = writer.createStatement()) {
				assertThat(statement.execute("select 1")).isTrue();
				assertThat(counters.readsFromReplica()).isTrue();
			}
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "primary", "stale" })
	void readsNoLateReplicaWithoutTheWriteWhileWritersUseThePrimary(String fallback) {
		this.contextRunner
			.withPropertyValues("spring.datasource.hikari.maximum-pool-size=1", "perf-starter.routing.lag.max=4s",
					"perf-starter.routing.fallback.mode=" + fallback)
			.run((context) -> {
				Counters counters = context.getBean(Counters.class);
				awaitReplica(counters);
				databases.pauseReplay();
				counters.write(1, 1);
				Routing routing = context.getBean(Routing.class);
				await().untilAsserted(() -> assertThat(routing.status().replicas()).singleElement()
					.extracting(RoutingStatus.Member::state)
					.isEqualTo(ReplicaState.LATE));
				counters.write(1, 2);
				Connection writer = context.getBean(DataSource.class).getConnection();
				assertThat(writer.createStatement().execute("select 1")).isTrue();
				CompletableFuture.runAsync(() -> JdbcUtils.closeConnection(writer),
						CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS));
				assertThat(counters.readWithServer(1)).isEqualTo("2 false");
			});
	}

	@Test
	void withoutTheRuleNearlyEveryReadOfTheStandbyIsStale() {
		databases.applyDelay(500);
		this.contextRunner.withPropertyValues("perf-starter.routing.read-your-writes.mode=none").run((context) -> {
			Counters counters = context.getBean(Counters.class);
			awaitReplica(counters);
			List<String> reads = reads(counters);
			assertThat(Collections.frequency(reads, STALE)).isGreaterThan(9 * Collections.frequency(reads, FRESH));
		});
	}

	private static void awaitReplica(Counters counters) {
		await().until(counters::readsFromReplica);
	}

	/**
	 * Writes and reads in turn, and returns what the reads were.
	 */
	private static List<String> reads(Counters counters) {
		long start = System.nanoTime();
		List<String> reads = LongStream.range(start, start + PAIRS).mapToObj((value) -> {
			counters.write(1, value);
			String[] read = counters.readWithServer(1).split(" ");
			return "%s, on standby: %s".formatted(read[0].equals(String.valueOf(value)) ? "fresh" : "stale", read[1]);
		}).toList();
		System.out.println(
				"Read your writes: %d of %d reads were stale".formatted(Collections.frequency(reads, STALE), PAIRS));
		return reads;
	}

}
