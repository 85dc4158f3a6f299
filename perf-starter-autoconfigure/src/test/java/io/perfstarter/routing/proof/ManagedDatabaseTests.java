package io.perfstarter.routing.proof;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests a PostgreSQL pair whose positions the user may not read, as with some managed
 * databases.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class ManagedDatabaseTests {

	private static final String REMEDY = "grant EXECUTE on the function, or set 'perf-starter.routing.read-your-writes.mode' to 'window'";

	private static final PostgresPair databases = PostgresPair.shared();

	private final ApplicationContextRunner contextRunner = PairApplication.runner(databases)
		.withPropertyValues(PairApplication.PATIENT)
		.withPropertyValues("spring.datasource.username=managed");

	@BeforeAll
	static void createUser() {
		databases.execute("create role managed login");
	}

	private static void refuse(String functions) {
		databases.execute("revoke execute on function %s from public".formatted(functions));
	}

	@AfterEach
	void permit() {
		databases.execute("grant execute on function pg_current_wal_insert_lsn(), pg_last_wal_replay_lsn() to public");
	}

	@Test
	void theRemedyIsToldAndThePrimaryServesReads(CapturedOutput output) {
		refuse("pg_current_wal_insert_lsn(), pg_last_wal_replay_lsn()");
		this.contextRunner.run((context) -> {
			await().until(() -> replica(context).state() == ReplicaState.DOWN);
			assertThat(isReadOnStandby(context)).isFalse();
			await().untilAsserted(() -> {
				RoutingStatus.Primary primary = context.getBean(Routing.class).status().primary();
				assertThat(primary.answering()).isTrue();
				assertThat(primary.lastError()).contains(REMEDY)
					.contains("permission denied for function pg_current_wal_insert_lsn");
			});
			await().untilAsserted(() -> assertThat(output).containsPattern("WARN .*Replica 'standby' is down: .*"
					+ REMEDY + ".*permission denied for function pg_last_wal_replay_lsn"));
			assertThat(output).doesNotContain("wrong server").doesNotContain("primary is unreachable");
			permit();
			await().until(() -> isReadOnStandby(context));
		});
	}

	@Test
	void thePrimaryAloneMakesEveryLagUnknown(CapturedOutput output) {
		refuse("pg_current_wal_insert_lsn()");
		this.contextRunner.run((context) -> {
			await().until(() -> replica(context).state() == ReplicaState.LATE);
			assertThat(isReadOnStandby(context)).isFalse();
			await().untilAsserted(() -> assertThat(output).containsPattern(
					"WARN .*Replica 'standby' excluded .*Its lag is unknown because of the primary: .*" + REMEDY));
		});
	}

	@Test
	void theWindowNeedsNoPositions() {
		refuse("pg_current_wal_insert_lsn(), pg_last_wal_replay_lsn()");
		this.contextRunner.withPropertyValues("perf-starter.routing.read-your-writes.mode=window")
			.run((context) -> await().until(() -> isReadOnStandby(context)));
	}

	@Test
	void aServerThatIsNotInRecoveryIsNoReplicaWithTheWindowEither() {
		this.contextRunner
			.withPropertyValues("perf-starter.routing.read-your-writes.mode=window",
					"perf-starter.routing.replicas.standby.url="
							+ databases.primaryUrl().replace("localhost", "127.0.0.1"))
			.run((context) -> {
				await().until(() -> replica(context).state() == ReplicaState.WRITABLE);
				assertThat(isReadOnStandby(context)).isFalse();
				assertThat(replica(context).connections()).isEmpty();
			});
	}

	private static RoutingStatus.Member replica(ApplicationContext context) {
		return context.getBean(Routing.class).status().replicas().get(0);
	}

	private static boolean isReadOnStandby(ApplicationContext context) {
		TransactionTemplate transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		transactions.setReadOnly(true);
		return transactions.execute((status) -> context.getBean(JdbcClient.class)
			.sql("select pg_is_in_recovery()")
			.query(Boolean.class)
			.single());
	}

}
