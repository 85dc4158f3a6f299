package io.perfstarter.routing.autoconfigure;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.routing.WriteInReadOnlyTransactionException;
import io.perfstarter.routing.autoconfigure.shop.Country;
import io.perfstarter.routing.autoconfigure.shop.Customer;
import io.perfstarter.routing.autoconfigure.shop.Line;
import io.perfstarter.routing.autoconfigure.shop.Order;
import io.perfstarter.routing.autoconfigure.shop.Shop;
import jakarta.persistence.EntityManager;
import org.hibernate.FlushMode;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.boot.Metadata;
import org.hibernate.boot.spi.BootstrapContext;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.integrator.spi.Integrator;
import org.hibernate.jpa.boot.spi.IntegratorProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.hibernate.autoconfigure.HibernatePropertiesCustomizer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.transaction.UnexpectedRollbackException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Tests for {@code perf-starter.routing.lost-write-check}.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.ALL)
class LostWriteCheckTests {

	private static final String LOST = "in it: the change is not written";

	private final ApplicationContextRunner contextRunner = Shop.runner()
		.withConfiguration(AutoConfigurations.of(RoutingGuardsTestAutoConfiguration.class))
		.withPropertyValues("perf-starter.routing.transaction-join-check=off")
		.withBean(MeterRegistry.class, SimpleMeterRegistry::new);

	private final ApplicationContextRunner failing = this.contextRunner
		.withPropertyValues("perf-starter.routing.lost-write-check=fail");

	@ParameterizedTest
	@EnumSource(Loss.class)
	void saysOnceWhatIsLost(Loss loss, CapturedOutput output) {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			for (int i = 0; i < 3; i++) {
				shop.service().read((entityManager) -> loss.write.write(shop, entityManager));
			}
			assertThat(output).containsOnlyOnce(LOST)
				.containsOnlyOnce("ShopService.read() is readOnly = true, but " + loss.message + " " + LOST);
			shop.service().readElsewhere((entityManager) -> loss.write.write(shop, entityManager));
			assertThat(output).containsOnlyOnce("ShopService.readElsewhere() is readOnly = true, but " + loss.message);
			String kind = loss.message.substring(loss.message.lastIndexOf(' ') + 1);
			assertThat(context.getBean(MeterRegistry.class)
				.get("perf.starter.routing.findings")
				.tag("kind", kind)
				.counter()
				.count()).isGreaterThanOrEqualTo(4);
			assertUnchanged(shop);
		});
	}

	@ParameterizedTest
	@EnumSource(Loss.class)
	void refusesWhatWouldBeLost(Loss loss, CapturedOutput output) {
		this.failing.run((context) -> {
			Shop shop = new Shop(context);
			for (int i = 0; i < 60; i++) {
				assertThatExceptionOfType(WriteInReadOnlyTransactionException.class).as("call " + i)
					.isThrownBy(() -> shop.service().read((entityManager) -> loss.write.write(shop, entityManager)))
					.withMessageStartingWith("ShopService.read() is readOnly = true, but " + loss.message + " " + LOST);
			}
			assertThat(output).doesNotContain(LOST);
			assertUnchanged(shop);
		});
	}

	@Test
	void refusesWhatIsSavedAtOnce() {
		this.failing.run((context) -> {
			Shop shop = new Shop(context);
			assertThatExceptionOfType(UnexpectedRollbackException.class).isThrownBy(() -> shop.service()
				.read((entityManager) -> assertThatExceptionOfType(WriteInReadOnlyTransactionException.class)
					.isThrownBy(() -> entityManager.persist(new Order(2L, "second")))));
		});
	}

	@ParameterizedTest
	@MethodSource("harmless")
	void saysNothingOfWhatIsNotLost(Consumer<EntityManager> action) {
		this.failing.run((context) -> {
			Shop shop = new Shop(context);
			assertThatCode(() -> shop.service().read(action)).doesNotThrowAnyException();
		});
	}

	static List<Consumer<EntityManager>> harmless() {
		List<Consumer<EntityManager>> harmless = new ArrayList<>();
		// Reads everything.
		harmless.add((entityManager) -> {
			Order order = entityManager.find(Order.class, 1L);
			assertThat(order.labels).hasSize(1);
			assertThat(order.lines).hasSize(1);
			assertThat(order.photo).hasSize(3);
			Hibernate.initialize(order.customer);
		});
		// The same value again.
		harmless.add((entityManager) -> {
			Order order = entityManager.find(Order.class, 1L);
			order.setName(String.valueOf(new StringBuilder("first")));
			order.photo = order.photo.clone();
		});
		// A property that is never updated.
		harmless.add((entityManager) -> entityManager.find(Order.class, 1L).channel = "changed");
		// An entity that is never updated.
		harmless.add((entityManager) -> entityManager.find(Country.class, 1L).name = "changed");
		// No longer managed.
		harmless.add((entityManager) -> {
			Order order = entityManager.find(Order.class, 1L);
			entityManager.detach(order);
			order.setName("changed");
		});
		// Changed and read again.
		harmless.add((entityManager) -> {
			Order order = entityManager.find(Order.class, 1L);
			order.setName("changed");
			entityManager.refresh(order);
		});
		// Reattached as it is.
		harmless.add((entityManager) -> {
			Customer customer = entityManager.createQuery("from Customer", Customer.class).getSingleResult();
			entityManager.clear();
			entityManager.merge(customer);
		});
		// Written at once, where the database lets it.
		harmless.add((entityManager) -> entityManager.persist(new Line()));
		// Flushed after all.
		harmless.add((entityManager) -> {
			entityManager.unwrap(Session.class).setHibernateFlushMode(FlushMode.COMMIT);
			entityManager.persist(new Customer());
		});
		// New, and never saved.
		harmless.add((entityManager) -> entityManager.remove(new Order(2L, "second")));
		return harmless;
	}

	@Test
	void leavesTransactionsThatWriteAlone() {
		this.failing.run((context) -> {
			Shop shop = new Shop(context);
			shop.service().write((entityManager) -> {
				entityManager.find(Order.class, 1L).setName("changed");
				shop.service().read((joined) -> joined.persist(new Order(2L, "second")));
				shop.service().readAnew((other) -> other.find(Order.class, 1L));
				entityManager.persist(new Order(3L, "third"));
			});
			shop.order((order) -> assertThat(order.getName()).isEqualTo("changed"));
			assertThat(shop.orders().count()).isEqualTo(3);
		});
	}

	@Test
	void keepsApartATransactionAndTheOneThatItSuspends(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			shop.service().read((outer) -> {
				Order order = outer.find(Order.class, 1L);
				shop.service().readAnew((inner) -> inner.find(Order.class, 1L));
				assertThat(output).doesNotContain(LOST);
				shop.service().readAnew((inner) -> inner.find(Order.class, 1L).setName("lost"));
				assertThat(output).containsOnlyOnce("ShopService.readAnew() is readOnly = true, but Order was changed");
				shop.service().writeAnew((inner) -> inner.find(Order.class, 1L).setName("changed"));
				assertThat(output).containsOnlyOnce(LOST);
				order.setName("lost");
			});
			assertThat(output).containsOnlyOnce("ShopService.read() is readOnly = true, but Order was changed");
			shop.order((order) -> assertThat(order.getName()).isEqualTo("changed"));
			assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		});
	}

	@Test
	void leavesNothingBehindAfterARollback(CapturedOutput output) {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			assertThatExceptionOfType(UnsupportedOperationException.class)
				.isThrownBy(() -> shop.service().read((entityManager) -> {
					entityManager.find(Order.class, 1L).setName("changed");
					throw new UnsupportedOperationException();
				}));
			assertThat(output).doesNotContain(LOST);
			assertThat(TransactionSynchronizationManager.getResourceMap()).isEmpty();
		});
	}

	@Test
	void looksAtTwentyTransactionsOfAMethodThenAtOneInFifty() {
		this.contextRunner.run((context) -> {
			Shop shop = new Shop(context);
			for (int i = 0; i < 100; i++) {
				shop.service().read((entityManager) -> entityManager.find(Order.class, 1L).setName("changed"));
			}
			assertThat(context.getBean(MeterRegistry.class)
				.get("perf.starter.routing.findings")
				.tag("kind", "changed")
				.counter()
				.count()).isEqualTo(22);
		});
	}

	@Test
	void looksAtTwoHundredEntitiesOfATransaction() {
		this.failing.run((context) -> {
			Shop shop = new Shop(context);
			shop.service().write((entityManager) -> {
				for (long id = 2; id <= 201; id++) {
					entityManager.persist(new Order(id, "order " + id));
				}
			});
			String query = "from Order order by id";
			assertThatExceptionOfType(WriteInReadOnlyTransactionException.class).isThrownBy(() -> shop.service()
				.read((entityManager) -> entityManager.createQuery(query, Order.class)
					.getResultList()
					.get(199)
					.setName("changed")));
			shop.service()
				.read((entityManager) -> entityManager.createQuery(query, Order.class)
					.getResultList()
					.get(200)
					.setName("changed"));
		});
	}

	@Test
	void switchedOffSaysNothing(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.routing.lost-write-check=off").run((context) -> {
			Shop shop = new Shop(context);
			for (Loss loss : Loss.values()) {
				shop.service().read((entityManager) -> loss.write.write(shop, entityManager));
			}
			assertThat(output).doesNotContain(LOST);
		});
	}

	@ParameterizedTest
	@MethodSource("ownIntegrators")
	void keepsTheIntegratorsOfTheApplication(Object setting) {
		CountingIntegrators.counted.set(0);
		this.failing
			.withBean(HibernatePropertiesCustomizer.class,
					() -> (properties) -> properties.put("hibernate.integrator_provider", setting))
			.run((context) -> {
				Shop shop = new Shop(context);
				assertThat(CountingIntegrators.counted).hasValue(1);
				assertThatExceptionOfType(WriteInReadOnlyTransactionException.class)
					.isThrownBy(() -> shop.service().read((entityManager) -> entityManager.persist(new Customer())));
			});
	}

	static List<Object> ownIntegrators() {
		return List.of(new CountingIntegrators(), CountingIntegrators.class, CountingIntegrators.class.getName());
	}

	private static void assertUnchanged(Shop shop) {
		shop.order((order) -> {
			assertThat(order.getName()).isEqualTo("first");
			assertThat(order.labels).containsExactly("old");
			assertThat(order.lines).hasSize(1);
			assertThat(order.photo).containsExactly(1, 2, 3);
			assertThat(order.customer).isNotNull();
		});
		assertThat(shop.orders().count()).isEqualTo(1);
	}

	/**
	 * Hibernate integrators of an application.
	 */
	public static class CountingIntegrators implements IntegratorProvider {

		static final AtomicInteger counted = new AtomicInteger();

		@Override
		public List<Integrator> getIntegrators() {
			return List.of(new Integrator() {
				@Override
				public void integrate(Metadata metadata, BootstrapContext bootstrapContext,
						SessionFactoryImplementor sessionFactory) {
					counted.incrementAndGet();
				}
			});
		}

	}

	/**
	 * The ways to lose a write.
	 */
	enum Loss {

		PERSIST_ASSIGNED("Order was saved", (shop, entityManager) -> entityManager.persist(new Order(2L, "second"))),

		PERSIST_GENERATED("Customer was saved", (shop, entityManager) -> entityManager.persist(new Customer())),

		SAVE_ASSIGNED("Order was saved", (shop, entityManager) -> shop.orders().save(new Order(2L, "second"))),

		SAVE_EXISTING("Order was changed", (shop, entityManager) -> shop.orders().save(new Order(1L, "changed"))),

		REMOVE("Order was deleted", (shop, entityManager) -> entityManager.remove(order(entityManager))),

		REMOVE_AFTER_A_CHANGE("Order was deleted", (shop, entityManager) -> {
			Order order = order(entityManager);
			order.setName("changed");
			entityManager.remove(order);
		}),

		REMOVE_UNREAD("Customer was deleted",
				(shop, entityManager) -> entityManager.remove(order(entityManager).customer)),

		DELETE_BY_ID("Order was deleted", (shop, entityManager) -> shop.orders().deleteById(1L)),

		CHANGE("Order was changed", (shop, entityManager) -> order(entityManager).setName("changed")),

		CHANGE_OF_A_MUTABLE_VALUE("Order was changed", (shop, entityManager) -> order(entityManager).photo[0]++),

		CHANGE_OF_A_REFERENCE("Order was changed", (shop, entityManager) -> order(entityManager).customer = null),

		CHANGE_AFTER_A_QUERY("Order was changed",
				(shop, entityManager) -> entityManager.createQuery("from Order", Order.class)
					.getSingleResult()
					.setName("changed")),

		CHANGE_BEHIND_A_PROXY("Customer was changed", (shop, entityManager) -> {
			Customer customer = order(entityManager).customer;
			Hibernate.initialize(customer);
			entityManager.find(Customer.class, shop.customerId()).setName("changed");
		}),

		CHANGE_OF_A_COLLECTION("Order was changed", (shop, entityManager) -> order(entityManager).labels.add("new")),

		CHANGE_OF_AN_ASSOCIATION("Order was changed", (shop, entityManager) -> order(entityManager).lines.clear());

		private final String message;

		private final Write write;

		Loss(String message, Write write) {
			this.message = message;
			this.write = write;
		}

		private static Order order(EntityManager entityManager) {
			return entityManager.find(Order.class, 1L);
		}

	}

	interface Write {

		void write(Shop shop, EntityManager entityManager);

	}

}
