package io.perfstarter.routing.autoconfigure.shop;

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
 * An application with an in-memory database that contains one order.
 */
public final class Shop {

	private final ShopService service;

	private final OrderRepository orders;

	public Shop(ApplicationContext context) {
		this.service = context.getBean(ShopService.class);
		this.orders = context.getBean(OrderRepository.class);
		this.service.write((entityManager) -> entityManager.persist(new Order(1L, "first")));
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

	@Configuration(proxyBeanMethods = false)
	@AutoConfigurationPackage
	@Import(ShopService.class)
	static class ShopConfiguration {

	}

}
