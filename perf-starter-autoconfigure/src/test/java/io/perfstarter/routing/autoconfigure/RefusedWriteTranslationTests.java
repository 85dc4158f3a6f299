package io.perfstarter.routing.autoconfigure;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.RefusingDataSource;
import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import io.perfstarter.routing.autoconfigure.shop.Customer;
import io.perfstarter.routing.autoconfigure.shop.Line;
import io.perfstarter.routing.autoconfigure.shop.Order;
import io.perfstarter.routing.autoconfigure.shop.Shop;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.FlushMode;
import org.hibernate.JDBCException;
import org.hibernate.Session;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.orm.jpa.SharedEntityManagerCreator;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * Tests for the translation of rejected writes.
 */
@Tag(Tier.CI)
class RefusedWriteTranslationTests {

	private static final String INSERT = "insert into orders (id, name) values (7, 'secret')";

	private static final String MESSAGE = "ShopService.read() is readOnly = true and ran on replica 'r1'; first write: ";

	private final ApplicationContextRunner plainRunner = Shop.runner()
		.withUserConfiguration(RefusingConfiguration.class);

	private final ApplicationContextRunner contextRunner = this.plainRunner
		.withConfiguration(AutoConfigurations.of(RoutingGuardsTestAutoConfiguration.class));

	@Test
	void jdbcTemplate() {
		this.contextRunner.run((context) -> {
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			Shop shop = new Shop(context);
			assertRefused("INSERT orders", () -> shop.service().read((entityManager) -> jdbc.update(INSERT)));
			assertRefused("UPDATE orders", () -> shop.service()
				.read((entityManager) -> jdbc.update("update orders set name = ? where id = 1", "secret")));
			assertThat(jdbc.queryForObject("select count(*) from orders", Long.class)).isEqualTo(1);
		});
	}

	@Test
	void batchOfJdbcTemplateKeepsItsCounts() {
		this.contextRunner.run((context) -> {
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			assertRefused("UPDATE orders",
					() -> new Shop(context).service()
						.read((entityManager) -> jdbc.batchUpdate("update orders set name = ? where id = ?",
								List.of(new Object[] { "a", 1 }, new Object[] { "b", 2 }))));
		});
	}

	@Test
	void jdbcClient() {
		this.contextRunner.run((context) -> {
			JdbcClient jdbc = context.getBean(JdbcClient.class);
			assertRefused("DELETE orders",
					() -> new Shop(context).service()
						.read((entityManager) -> jdbc.sql("delete from orders where name = :name")
							.param("name", "secret")
							.update()));
		});
	}

	@Test
	void transactionWithoutAMethod() {
		this.contextRunner.run((context) -> {
			TransactionTemplate transaction = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			transaction.setReadOnly(true);
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			assertThatExceptionOfType(WriteInReadOnlyTransactionException.class)
				.isThrownBy(() -> transaction.executeWithoutResult((status) -> jdbc.update(INSERT)))
				.withMessageStartingWith("An unnamed transaction is readOnly = true");
		});
	}

	@Test
	void repositorySaveAndFlush() {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			assertRefused("INSERT orders", () -> shop.service().read((entityManager) -> {
				shop.orders().save(new Order(7L, "secret"));
				shop.orders().flush();
			}));
			assertRefused("DELETE order_labels",
					() -> shop.service().read((entityManager) -> shop.orders().deleteAllInBatch()));
		});
	}

	@Test
	void entityManagerPersistAndFlush() {
		this.contextRunner.run((context) -> assertRefused("INSERT customer",
				() -> new Shop(context).service().read((entityManager) -> {
					entityManager.persist(new Customer());
					entityManager.flush();
				})));
	}

	@Test
	void withoutTranslationTheMessageIsInWhatHibernateThrows() {
		this.contextRunner.run((context) -> {
			TransactionTemplate transaction = new TransactionTemplate(
					context.getBean(PlatformTransactionManager.class));
			transaction.setReadOnly(true);
			EntityManager entityManager = SharedEntityManagerCreator
				.createSharedEntityManager(context.getBean(EntityManagerFactory.class));
			assertThatExceptionOfType(JDBCException.class)
				.isThrownBy(() -> transaction.executeWithoutResult((status) -> {
					entityManager.persist(new Customer());
					entityManager.flush();
				}))
				.withMessageContaining("ran on replica 'r1'; first write: INSERT customer.");
		});
	}

	@Test
	void idThatTheDatabaseGenerates() {
		this.contextRunner.run((context) -> assertRefused("INSERT line",
				() -> new Shop(context).service().read((entityManager) -> entityManager.persist(new Line()))));
	}

	@Test
	void queryThatWrites() {
		this.contextRunner.run((context) -> assertRefused("UPDATE orders", () -> new Shop(context).service()
			.read((entityManager) -> entityManager.createQuery("update Order set name = 'secret'").executeUpdate())));
	}

	@Test
	void flushAtCommit() {
		this.contextRunner.run((context) -> assertRefused("INSERT customer",
				() -> new Shop(context).service().read((entityManager) -> {
					entityManager.unwrap(Session.class).setHibernateFlushMode(FlushMode.COMMIT);
					entityManager.persist(new Customer());
				})));
	}

	@Test
	void commitItself() {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			context.getBean(RefusingDataSource.class).refuseCommits();
			assertRefused("INSERT orders", () -> shop.service()
				.read((entityManager) -> entityManager.createQuery("from Order").getResultList()));
		});
	}

	@Test
	void otherFailuresAreTranslatedAsWithoutUs() {
		List<Throwable> without = otherFailures(this.plainRunner);
		List<Throwable> with = otherFailures(this.contextRunner);
		assertThat(without.get(0)).isInstanceOf(DuplicateKeyException.class);
		assertThat(without.get(1)).isInstanceOf(DataIntegrityViolationException.class)
			.hasMessageContaining("constraint [");
		for (int i = 0; i < without.size(); i++) {
			assertThat(with.get(i)).hasSameClassAs(without.get(i));
			assertThat(with.get(i).getCause()).hasSameClassAs(without.get(i).getCause());
		}
	}

	private static List<Throwable> otherFailures(ApplicationContextRunner runner) {
		List<Throwable> failures = new ArrayList<>();
		runner.run((context) -> {
			Shop shop = new Shop(context);
			JdbcTemplate jdbc = context.getBean(JdbcTemplate.class);
			failures.add(catchThrowable(() -> jdbc.update("insert into orders (id, name) values (1, 'second')")));
			failures.add(catchThrowable(() -> shop.orders().saveAndFlush(new Order(2L, "first"))));
			failures.add(catchThrowable(() -> shop.service()
				.read((entityManager) -> entityManager.createNativeQuery("select * from nowhere").getResultList())));
			context.getBean(RefusingDataSource.class).failCommits();
			failures.add(catchThrowable(() -> shop.service()
				.write((entityManager) -> entityManager.createQuery("from Order").getResultList())));
		});
		assertThat(failures).hasSize(4).doesNotContainNull();
		return failures;
	}

	private static void assertRefused(String write, ThrowingCallable call) {
		assertThatExceptionOfType(WriteInReadOnlyTransactionException.class).isThrownBy(call)
			.withMessageContaining(MESSAGE + write + ". Remove readOnly, or move the call")
			.withMessageNotContaining("secret")
			.withCauseInstanceOf(SQLException.class);
	}

	@Configuration(proxyBeanMethods = false)
	static class RefusingConfiguration {

		@Bean
		static BeanPostProcessor refusing() {
			return new BeanPostProcessor() {

				@Override
				public Object postProcessAfterInitialization(Object bean, String beanName) {
					return (bean instanceof DataSource dataSource) ? new RefusingDataSource(dataSource) : bean;
				}

			};
		}

	}

}
