package io.perfstarter.routing.proof;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.function.Function;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresNode;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.PrimaryReads;
import io.perfstarter.routing.connection.Routing;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests that a read-only transaction takes an advisory lock on the primary or not at all.
 */
@Tag(Tier.CI)
class AdvisoryLockRoutingTests {

	private static final String IN_RECOVERY = "select pg_is_in_recovery()";

	private static final String REMEDY = "Annotate the method with @PrimaryRead, or use a read-write transaction";

	private final PostgresPair databases = PostgresPair.shared();

	private final ApplicationContextRunner contextRunner = PairApplication.runner(this.databases)
		.withPropertyValues(PairApplication.PATIENT);

	@Test
	void aFirstStatementThatLocksIsExecutedOnThePrimary() {
		run((context) -> {
			assertThat(readOnly(context, (client) -> {
				client.execute("select pg_advisory_xact_lock(4711)");
				assertLocked(1, 0);
				return client.queryForObject(IN_RECOVERY, Boolean.class);
			})).isFalse();
			assertThat(refused(context)).isEqualTo(1);
			assertLocked(0, 0);
		});
	}

	@Test
	void aPreparedFirstStatementThatLocksIsExecutedOnThePrimary() {
		run((context) -> {
			assertThat(readOnly(context, (client) -> {
				String sql = "select pg_try_advisory_xact_lock(?)";
				assertThat(client.queryForObject(sql, Boolean.class, 4711)).isTrue();
				assertLocked(1, 0);
				return client.queryForObject(IN_RECOVERY, Boolean.class);
			})).isFalse();
			assertThat(refused(context)).isEqualTo(1);
		});
	}

	@Test
	void aLaterStatementThatLocksFailsAndNamesTheRemedy() {
		run((context) -> assertThat(readOnly(context, (client) -> {
			assertThat(client.queryForObject(IN_RECOVERY, Boolean.class)).isTrue();
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> client.execute("select pg_advisory_xact_lock(4711)"))
				.withMessageContaining("ran on replica 'standby', where an advisory lock protects nothing. " + REMEDY);
			assertThatExceptionOfType(DataAccessException.class)
				.isThrownBy(() -> client.queryForObject("select pg_try_advisory_xact_lock(?)", Boolean.class, 4711))
				.withMessageContaining(REMEDY);
			assertLocked(0, 0);
			return client.queryForObject(IN_RECOVERY, Boolean.class);
		})).isTrue());
	}

	@Test
	void aLaterStatementOfAReadOnThePrimaryLocks() {
		run((context) -> assertThat(PrimaryReads.call(() -> readOnly(context, (client) -> {
			client.queryForObject(IN_RECOVERY, Boolean.class);
			client.execute("select pg_advisory_xact_lock(4711)");
			assertLocked(1, 0);
			return client.queryForObject(IN_RECOVERY, Boolean.class);
		}))).isFalse());
	}

	@Test
	void withoutRepetitionAFirstStatementThatLocksFails() {
		this.contextRunner.withPropertyValues("perf-starter.routing.fallback.mode=stale").run((context) -> {
			awaitStandby(context);
			assertThatExceptionOfType(DataAccessException.class).isThrownBy(() -> readOnly(context, (client) -> {
				client.execute("select pg_advisory_xact_lock(4711)");
				return false;
			})).withMessageContaining(REMEDY);
		});
	}

	@Test
	void aReadOnlyConnectionWithoutTransactionLocksOnThePrimary() {
		run((context) -> {
			try (Connection connection = context.getBean(DataSource.class).getConnection()) {
				connection.setReadOnly(true);
				try (PreparedStatement lock = connection.prepareStatement("select pg_advisory_lock(?)")) {
					lock.setInt(1, 4711);
					lock.execute();
				}
				assertLocked(1, 0);
				assertThat(isTrue(connection, "select pg_advisory_unlock(4711)")).isTrue();
				assertLocked(0, 0);
				assertThat(isTrue(connection, IN_RECOVERY)).isFalse();
			}
		});
	}

	@Test
	void aReadOnlyConnectionThatHasReadFromTheReplicaDoesNotLock() {
		run((context) -> {
			try (Connection connection = context.getBean(DataSource.class).getConnection()) {
				connection.setReadOnly(true);
				assertThat(isTrue(connection, IN_RECOVERY)).isTrue();
				assertThatExceptionOfType(SQLException.class)
					.isThrownBy(() -> isTrue(connection, "select pg_try_advisory_lock(4711)"))
					.withMessageStartingWith("A read-only connection ran on replica 'standby'")
					.withMessageContaining(REMEDY);
				assertLocked(0, 0);
				assertThat(isTrue(connection, IN_RECOVERY)).isTrue();
			}
		});
	}

	private void run(Scenario scenario) {
		this.contextRunner.run((context) -> {
			awaitStandby(context);
			scenario.run(context);
		});
	}

	private void assertLocked(int onPrimary, int onStandby) {
		assertThat(locks(this.databases.primary())).isEqualTo(onPrimary);
		assertThat(locks(this.databases.standby())).isEqualTo(onStandby);
	}

	private static int locks(PostgresNode node) {
		return Integer.parseInt(
				node.run("select count(*) from pg_locks where locktype = 'advisory' and objid = 4711 and granted"));
	}

	private static boolean isTrue(Connection connection, String sql) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return row.getBoolean(1);
		}
	}

	private static long refused(ApplicationContext context) {
		return context.getBean(Routing.class).status().primary().connections().getOrDefault("refused", 0L);
	}

	private static void awaitStandby(ApplicationContext context) {
		await().until(() -> readOnly(context, (client) -> client.queryForObject(IN_RECOVERY, Boolean.class)));
	}

	private static boolean readOnly(ApplicationContext context, Function<JdbcTemplate, Boolean> task) {
		TransactionTemplate transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		transactions.setReadOnly(true);
		return transactions.execute((status) -> task.apply(context.getBean(JdbcTemplate.class)));
	}

	/**
	 * What is done once the standby serves reads.
	 */
	private interface Scenario {

		void run(ApplicationContext context) throws Exception;

	}

}
