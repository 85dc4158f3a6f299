package io.perfstarter.routing.proof;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.MariaDbNode;
import io.perfstarter.routing.MariaDbPair;
import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests an application whose primary and replica are MariaDB servers.
 */
@Tag("faults")
class MariaDbRoutingTests {

	private static final int READS = 1_000;

	private static MariaDbPair databases;

	private final ApplicationContextRunner contextRunner = PairApplication.runner(databases)
		.withPropertyValues(PairApplication.PATIENT);

	@BeforeAll
	static void start() {
		databases = MariaDbPair.shared();
		databases.execute("create table if not exists counters (id bigint primary key, value bigint)");
		databases.execute("insert ignore into counters values (1, 0)");
	}

	@Test
	void findsItsOwnWrites() {
		this.contextRunner.run((context) -> {
			awaitReplica(context);
			assertThat(stale(context, READS, 1)).isZero();
			awaitReplica(context);
		});
	}

	@Tag(Tier.ALL)
	@Test
	@Tag("faults")
	void findsItsOwnWritesOnAReplicaThatIsASecondBehind() {
		databases.delay(1);
		try {
			this.contextRunner.run((context) -> {
				awaitReplica(context);
				assertThat(stale(context, 8, 50)).isZero();
				awaitReplica(context);
			});
		}
		finally {
			databases.delay(0);
		}
	}

	@Test
	void withoutTheRuleEachReadOfAPausedReplicaIsStale() {
		this.contextRunner.withPropertyValues("perf-starter.routing.read-your-writes.mode=none").run((context) -> {
			awaitReplica(context);
			databases.pause();
			try {
				assertThat(stale(context, 100, 1)).isGreaterThan(90);
			}
			finally {
				databases.resume();
			}
		});
	}

	@Test
	void aWriteOnTheReplicaIsExplained() {
		this.contextRunner.run((context) -> {
			awaitReplica(context);
			JdbcClient client = context.getBean(JdbcClient.class);
			assertThatExceptionOfType(WriteInReadOnlyTransactionException.class)
				.isThrownBy(() -> readOnly(context).executeWithoutResult(
						(status) -> client.sql("update counters set value = 0 where id = 1").update()))
				.withMessageContaining("ran on replica 'standby'; first write: UPDATE counters");
		});
	}

	@Test
	void anAdvisoryLockIsTakenOnThePrimary() {
		this.contextRunner.run((context) -> {
			awaitReplica(context);
			JdbcClient client = context.getBean(JdbcClient.class);
			readOnly(context).executeWithoutResult((status) -> {
				assertThat(client.sql("select get_lock(?, 0)").param("ours").query(Integer.class).single()).isOne();
				assertThat(isReplica(context)).isFalse();
				assertThat(databases.primary().run("select is_free_lock('ours')")).isEqualTo("0");
				assertThat(client.sql("select release_lock('ours')").query(Integer.class).single()).isOne();
			});
		});
	}

	@Test
	void theDriverDoesNotMakeAReadOnlyTransactionOfThePrimaryReadOnly() {
		this.contextRunner
			.withPropertyValues("perf-starter.routing.replicas.standby.url=jdbc:mariadb://127.0.0.1:1/app")
			.run((context) -> {
				JdbcClient client = context.getBean(JdbcClient.class);
				Integer updated = readOnly(context)
					.execute((status) -> client.sql("update counters set value = value + 1 where id = 1").update());
				assertThat(updated).isOne();
			});
	}

	@Test
	void aLostConnectionIsNotSeenByTheCaller() {
		this.contextRunner.run((context) -> {
			awaitReplica(context);
			endConnections();
			assertThat(read(context).fromReplica()).isFalse();
			awaitReplica(context);
		});
	}

	private static void endConnections() {
		databases.replica().run("kill user " + MariaDbNode.USER);
	}

	@Test
	@Tag("faults")
	void thePrimaryServesReadsWhileTheReplicaIsStopped() {
		this.contextRunner.run((context) -> {
			awaitReplica(context);
			databases.replica().stop();
			try {
				assertThat(read(context).fromReplica()).isFalse();
				await().until(() -> replica(context).state() == ReplicaState.DOWN);
				assertThat(stale(context, 100, 1)).isZero();
			}
			finally {
				databases.replica().start();
			}
			awaitReplica(context);
		});
	}

	@Test
	void aPromotedReplicaServesNoReads() {
		this.contextRunner.run((context) -> {
			awaitReplica(context);
			databases.promote();
			try {
				await().until(() -> replica(context).state() == ReplicaState.WRITABLE);
				assertThat(stale(context, 100, 1)).isZero();
			}
			finally {
				databases.demote();
			}
			awaitReplica(context);
		});
	}

	@Test
	void aPrimaryIsNoReplicaWithTheWindowEither() {
		this.contextRunner
			.withPropertyValues("perf-starter.routing.read-your-writes.mode=window",
					"perf-starter.routing.replicas.standby.url="
							+ databases.primaryUrl().replace("127.0.0.1", "localhost"))
			.run((context) -> await().until(() -> replica(context).state() == ReplicaState.WRITABLE));
	}

	@Test
	void theWindowNeedsNoPositions() {
		this.contextRunner.withPropertyValues("perf-starter.routing.read-your-writes.mode=window")
			.run(MariaDbRoutingTests::awaitReplica);
	}

	@Tag(Tier.ALL)
	@Test
	void withoutABinaryLogTheRemedyIsTold() {
		MariaDbNode unlogged = MariaDbNode.start(4);
		this.contextRunner.withPropertyValues("spring.datasource.url=" + unlogged.url()).run((context) -> {
			await().until(() -> replica(context).state() == ReplicaState.LATE);
			assertThat(status(context).primary().answering()).isTrue();
			assertThat(replica(context).lastError()).contains("because of the primary")
				.contains("set 'log_bin', or set 'perf-starter.routing.read-your-writes.mode' to 'window'");
		});
	}

	private static RoutingStatus status(ApplicationContext context) {
		return context.getBean(Routing.class).status();
	}

	private static RoutingStatus.Member replica(ApplicationContext context) {
		return status(context).replicas().get(0);
	}

	private static void awaitReplica(ApplicationContext context) {
		await().until(() -> readOnly(context).execute((status) -> isReplica(context)));
	}

	private static boolean isReplica(ApplicationContext context) {
		return context.getBean(JdbcClient.class).sql("select @@global.read_only").query(Boolean.class).single();
	}

	private static Counter read(ApplicationContext context) {
		return readOnly(context).execute((status) -> context.getBean(JdbcClient.class)
			.sql("select value, @@global.read_only as from_replica from counters where id = 1")
			.query(Counter.class)
			.single());
	}

	private static void write(ApplicationContext context, long value) {
		new TransactionTemplate(context.getBean(PlatformTransactionManager.class))
			.executeWithoutResult((status) -> context.getBean(JdbcClient.class)
				.sql("update counters set value = ? where id = 1")
				.param(value)
				.update());
	}

	private static TransactionTemplate readOnly(ApplicationContext context) {
		TransactionTemplate transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		transactions.setReadOnly(true);
		return transactions;
	}

	/**
	 * Returns how many reads do not find the last write of their own thread.
	 */
	private static int stale(ApplicationContext context, int writes, int reads) throws InterruptedException {
		int stale = 0;
		int fromReplica = 0;
		long start = System.nanoTime();
		for (int i = 0; i < writes; i++) {
			write(context, start + i);
			for (int k = 0; k < reads; k++) {
				// Lets a replica that lags catch up.
				Thread.sleep((k > 0) ? 50 : 0);
				Counter counter = read(context);
				stale += (counter.value() != start + i) ? 1 : 0;
				fromReplica += counter.fromReplica() ? 1 : 0;
			}
		}
		System.out.println("Read your writes of MariaDB: %d of %d reads were stale, %d from the replica"
			.formatted(stale, writes * reads, fromReplica));
		return stale;
	}

	/**
	 * What a transaction has read.
	 *
	 * @param value the value of the counter
	 * @param fromReplica whether the replica has answered
	 */
	private record Counter(long value, boolean fromReplica) {
	}

}
