package io.perfstarter.routing.autoconfigure;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import io.perfstarter.routing.autoconfigure.shop.Customer;
import io.perfstarter.routing.autoconfigure.shop.Line;
import io.perfstarter.routing.autoconfigure.shop.Order;
import io.perfstarter.routing.autoconfigure.shop.OrderRepository;
import io.perfstarter.routing.autoconfigure.shop.Shop;
import io.perfstarter.routing.connection.RefusingDataSource;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.hibernate.FlushMode;
import org.hibernate.JDBCException;
import org.hibernate.Session;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
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

	private final ApplicationContextRunner plainRunner = Shop.runner().withBean(Refusing.class);

	private final ApplicationContextRunner contextRunner = this.plainRunner
		.withConfiguration(AutoConfigurations.of(RoutingGuardsTestAutoConfiguration.class));

	@ParameterizedTest(name = "{0}")
	@MethodSource("writes")
	void isRefused(String by, String write, BiConsumer<ApplicationContext, EntityManager> writing) {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			assertRefused(write, () -> shop.service().read((entityManager) -> writing.accept(context, entityManager)));
			assertThat(jdbc(context).queryForObject("select count(*) from orders", Long.class)).isEqualTo(1);
		});
	}

	static Stream<Arguments> writes() {
		return Stream.of(write("JdbcTemplate", "INSERT orders", (context, em) -> jdbc(context).update(INSERT)),
				write("JdbcTemplate with a parameter", "UPDATE orders",
						(context, em) -> jdbc(context).update("update orders set name = ? where id = 1", "secret")),
				write("batch of JdbcTemplate, which keeps its counts", "UPDATE orders",
						(context, em) -> jdbc(context).batchUpdate("update orders set name = ? where id = ?",
								List.of(new Object[] { "a", 1 }, new Object[] { "b", 2 }))),
				write("JdbcClient", "DELETE orders",
						(context, em) -> context.getBean(JdbcClient.class)
							.sql("delete from orders where name = :name")
							.param("name", "secret")
							.update()),
				write("repository: save and flush", "INSERT orders",
						(context, em) -> orders(context).saveAndFlush(new Order(7L, "secret"))),
				write("repository: delete", "DELETE order_labels", (context, em) -> orders(context).deleteAllInBatch()),
				write("entity manager: persist and flush", "INSERT customer", (context, em) -> {
					em.persist(new Customer());
					em.flush();
				}), write("id that the database generates", "INSERT line", (context, em) -> em.persist(new Line())),
				write("query that writes", "UPDATE orders",
						(context, em) -> em.createQuery("update Order set name = 'secret'").executeUpdate()),
				write("flush at commit", "INSERT customer", (context, em) -> {
					em.unwrap(Session.class).setHibernateFlushMode(FlushMode.COMMIT);
					em.persist(new Customer());
				}));
	}

	private static Arguments write(String by, String write, BiConsumer<ApplicationContext, EntityManager> writing) {
		return Arguments.of(by, write, writing);
	}

	private static JdbcTemplate jdbc(ApplicationContext context) {
		return context.getBean(JdbcTemplate.class);
	}

	private static OrderRepository orders(ApplicationContext context) {
		return context.getBean(OrderRepository.class);
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

	/**
	 * Puts a database that refuses in the place of each.
	 */
	static class Refusing implements BeanPostProcessor {

		@Override
		public Object postProcessAfterInitialization(Object bean, String beanName) {
			return (bean instanceof DataSource dataSource) ? new RefusingDataSource(dataSource) : bean;
		}

	}

}
