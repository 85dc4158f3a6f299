package io.perfstarter.routing.proof;

import java.util.function.Supplier;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.PostgresPair;
import jakarta.persistence.EntityManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.boot.autoconfigure.AutoConfigurationPackages;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

/**
 * Tests reads on connections that the standby has closed and that the pool has not
 * validated since.
 */
@Tag(Tier.CI)
class LostConnectionTests {

	private static final String UNTESTED = "com.zaxxer.hikari.aliveBypassWindowMs";

	private final PostgresPair databases = PostgresPair.shared();

	private final ApplicationContextRunner contextRunner = PairApplication.runner(this.databases)
		.withPropertyValues(PairApplication.PATIENT);

	@BeforeEach
	void testNoConnection() {
		System.setProperty(UNTESTED, "600000");
	}

	@AfterEach
	void testConnections() {
		System.clearProperty(UNTESTED);
	}

	@Test
	void theFirstQueryIsAskedOfThePrimary() {
		this.contextRunner.run((context) -> {
			JdbcClient client = context.getBean(JdbcClient.class);
			assertServedByPrimary(context, () -> isStandby(client));
		});
	}

	@Test
	void theFirstQueryOfHibernateIsAskedOfThePrimary() {
		this.contextRunner
			.withInitializer((context) -> AutoConfigurationPackages.register((BeanDefinitionRegistry) context, "none"))
			.withConfiguration(AutoConfigurations.of(HibernateJpaAutoConfiguration.class))
			.run((context) -> {
				EntityManager entities = context.getBean(EntityManager.class);
				assertServedByPrimary(context,
						() -> (Boolean) entities.createNativeQuery("select pg_is_in_recovery() and 1 = :one")
							.setParameter("one", 1)
							.getSingleResult());
			});
	}

	private void assertServedByPrimary(ApplicationContext context, Supplier<Boolean> isStandby) {
		TransactionTemplate transactions = readOnly(context);
		Supplier<Boolean> read = () -> transactions.execute((status) -> isStandby.get());
		await().until(read::get);
		endConnections();
		assertThat(read.get()).isFalse();
		await().until(read::get);
	}

	@Test
	void whoHasReadSomethingFails() {
		this.contextRunner.run((context) -> {
			JdbcClient client = context.getBean(JdbcClient.class);
			TransactionTemplate transactions = readOnly(context);
			await().until(() -> transactions.execute((status) -> isStandby(client)));
			assertThatExceptionOfType(RuntimeException.class)
				.isThrownBy(() -> transactions.executeWithoutResult((status) -> {
					assertThat(isStandby(client)).isTrue();
					this.databases.standby()
						.run("select count(pg_terminate_backend(pid)) from pg_stat_activity where state = 'idle in transaction'");
					isStandby(client);
				}));
			await().until(() -> transactions.execute((status) -> isStandby(client)));
		});
	}

	/**
	 * The pooled connections that are idle after a transaction.
	 */
	private void endConnections() {
		String ended = this.databases.standby()
			.run("select count(pg_terminate_backend(pid)) from pg_stat_activity where query = 'COMMIT'");
		assertThat(Integer.parseInt(ended)).isPositive();
	}

	private static TransactionTemplate readOnly(ApplicationContext context) {
		TransactionTemplate transactions = new TransactionTemplate(context.getBean(PlatformTransactionManager.class));
		transactions.setReadOnly(true);
		return transactions;
	}

	private static boolean isStandby(JdbcClient client) {
		return client.sql("select pg_is_in_recovery() and 1 = ?").param(1).query(Boolean.class).single();
	}

}
