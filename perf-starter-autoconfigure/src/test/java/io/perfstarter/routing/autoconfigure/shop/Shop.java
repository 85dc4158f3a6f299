package io.perfstarter.routing.autoconfigure.shop;

import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import org.springframework.boot.autoconfigure.AutoConfigurationPackage;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.PersistenceExceptionTranslationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * An application with an in-memory database that contains one order, one customer and one
 * country.
 */
public final class Shop {

	private final ShopService service;

	private final OrderRepository orders;

	private @Nullable String customerId;

	public Shop(ApplicationContext context) {
		this.service = context.getBean(ShopService.class);
		this.orders = context.getBean(OrderRepository.class);
		this.service.write((entityManager) -> {
			Customer customer = new Customer();
			customer.name = "someone";
			Order order = new Order(1L, "first");
			order.customer = customer;
			order.labels.add("old");
			order.lines.add(new Line());
			Country country = new Country();
			country.id = 1L;
			country.name = "somewhere";
			entityManager.persist(customer);
			entityManager.persist(order);
			entityManager.persist(country);
			this.customerId = customer.id;
		});
	}

	public static ApplicationContextRunner runner() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(AopAutoConfiguration.class, DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
					JdbcClientAutoConfiguration.class, HibernateJpaAutoConfiguration.class,
					DataJpaRepositoriesAutoConfiguration.class, PersistenceExceptionTranslationAutoConfiguration.class,
					TransactionAutoConfiguration.class, TransactionManagerCustomizationAutoConfiguration.class))
			.withPropertyValues("spring.datasource.generate-unique-name=true", "spring.main.banner-mode=off")
			.withUserConfiguration(ShopConfiguration.class);
	}

	public ShopService service() {
		return this.service;
	}

	public OrderRepository orders() {
		return this.orders;
	}

	public @Nullable String customerId() {
		return this.customerId;
	}

	/**
	 * Loads the order in a new session.
	 * @param assertion checks the order
	 */
	public void order(Consumer<Order> assertion) {
		this.service.write((entityManager) -> assertion.accept(entityManager.find(Order.class, 1L)));
	}

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage
	@Import(ShopService.class)
	static class ShopConfiguration {

	}

}
