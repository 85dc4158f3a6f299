package io.perfstarter.routing.proof;

import java.util.function.Consumer;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.Credentials;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.jdbc.DataSourceUnwrapper;
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
 * Tests that a replica survives a change of the credentials at run time.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class RotatedCredentialsTests {

	private static final PostgresPair databases = PostgresPair.shared();

	private final ApplicationContextRunner contextRunner = PairApplication.runner(databases)
		.withPropertyValues("spring.datasource.username=rotating", "spring.datasource.password=first");

	@BeforeAll
	static void createUsers() {
		for (String user : new String[] { "rotating", "successor", "reporter" }) {
			databases.execute("create role %s login password 'first'".formatted(user));
			databases.primary().requirePassword(user);
			databases.standby().requirePassword(user);
		}
	}

	@BeforeEach
	void resetPassword() {
		databases.execute("alter role rotating password 'first'");
	}

	@Test
	void replicaFollowsThePasswordOfThePrimary(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			awaitReader(context, "rotating");
			databases.execute("alter role rotating password 'second'");
			endSessions();
			// Until the application has learnt the new password, too.
			await().until(() -> output.getOut()
				.contains("Replica 'standby' is still down, now because of: PSQLException (28P01)"));
			await().until(() -> replica(context).lastError().contains("password authentication failed"));
			rotate(context, (pool) -> pool.setPassword("second"));
			awaitReader(context, "rotating");
			assertThat(output).doesNotContain("'second'");
		});
	}

	@Tag(Tier.ALL)
	@Test
	void replicaFollowsTheUserOfThePrimary() {
		this.contextRunner.run((context) -> {
			awaitReader(context, "rotating");
			rotate(context, (pool) -> pool.setCredentials(Credentials.of("successor", "first")));
			endSessions();
			awaitReader(context, "successor");
			rotate(context, (pool) -> pool.setUsername("rotating"));
			endSessions();
			awaitReader(context, "rotating");
		});
	}

	@Test
	void replicaWithCredentialsOfItsOwnKeepsThem() {
		this.contextRunner
			.withPropertyValues("perf-starter.routing.replicas.standby.username=reporter",
					"perf-starter.routing.replicas.standby.password=first")
			.run((context) -> {
				awaitReader(context, "reporter");
				databases.execute("alter role rotating password 'second'");
				rotate(context, (pool) -> pool.setPassword("second"));
				endSessions();
				awaitReader(context, "reporter");
			});
	}

	private static void rotate(ApplicationContext context, Consumer<HikariConfigMXBean> change) {
		HikariDataSource pool = DataSourceUnwrapper.unwrap(context.getBean(DataSource.class), HikariConfigMXBean.class,
				HikariDataSource.class);
		assertThat(pool).isNotNull();
		change.accept(pool.getHikariConfigMXBean());
		if (pool.getHikariPoolMXBean() != null) {
			pool.getHikariPoolMXBean().softEvictConnections();
		}
	}

	private static void endSessions() {
		databases.standby()
			.run("select count(pg_terminate_backend(pid)) from pg_stat_activity where usename in ('rotating', 'successor', 'reporter')");
	}

	private static RoutingStatus.Member replica(ApplicationContext context) {
		return context.getBean(Routing.class).status().replicas().get(0);
	}

	/**
	 * Waits until reads are served by the standby, as a user.
	 */
	private static void awaitReader(ApplicationContext context, String user) {
		TransactionTemplate transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		transactions.setReadOnly(true);
		JdbcClient client = context.getBean(JdbcClient.class);
		String question = "select case when pg_is_in_recovery() then current_user::text else 'primary' end";
		await().ignoreExceptions().untilAsserted(() -> {
			String reader = transactions.execute((status) -> client.sql(question).query(String.class).single());
			assertThat(reader).isEqualTo(user);
			assertThat(replica(context).state()).isEqualTo(ReplicaState.UP);
		});
	}

}
