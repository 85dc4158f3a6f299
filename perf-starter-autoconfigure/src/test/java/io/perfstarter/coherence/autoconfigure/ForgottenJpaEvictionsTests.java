package io.perfstarter.coherence.autoconfigure;

import io.perfstarter.coherence.guard.ForgottenEvictions;
import io.perfstarter.coherence.guard.ForgottenEvictions.Finding;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import org.junit.jupiter.api.Test;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.transaction.annotation.Transactional;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ForgottenEvictions} with JPA, which writes at the commit.
 */
class ForgottenJpaEvictionsTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, HibernateJpaAutoConfiguration.class,
				TransactionAutoConfiguration.class, AopAutoConfiguration.class, CoherenceAutoConfiguration.class,
				EvictionAutoConfiguration.class, JdbcObservationAutoConfiguration.class))
		.withUserConfiguration(Application.class)
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:forgotten-jpa", "spring.jpa.hibernate.ddl-auto=create",
				"perf-starter.coherence.caches.prices.time-to-live=10m",
				"perf-starter.coherence.forgotten-evictions=true");

	@Test
	void changesOfEntitiesAndByQueriesAreNamed() {
		this.contextRunner.run((context) -> {
			Prices prices = context.getBean(Prices.class);
			ForgottenEvictions detector = context.getBean(ForgottenEvictions.class);
			prices.add(1);
			assertThat(prices.amount(1)).isZero();
			prices.changeWithEviction(1);
			prices.changeEntity(1);
			prices.changeByQuery();
			await().untilAsserted(() -> assertThat(detector.findings())
				.containsExactlyInAnyOrder(finding("changeEntity"), finding("changeByQuery")));
		});
	}

	private static Finding finding(String method) {
		return new Finding("ForgottenJpaEvictionsTests.Prices.%s()".formatted(method), "price", "prices");
	}

	/**
	 * A service with a cache.
	 */
	@Configuration(proxyBeanMethods = false)
	@EntityScan(basePackageClasses = ForgottenJpaEvictionsTests.class)
	static class Application {

		@Bean
		Prices prices() {
			return new Prices();
		}

	}

	/**
	 * A cached read, and changes of which two forget to evict.
	 */
	static class Prices {

		@PersistenceContext
		private EntityManager entityManager;

		@Cacheable("prices")
		public int amount(long id) {
			return this.entityManager.find(Price.class, id).amount;
		}

		@Transactional
		public void add(long id) {
			Price price = new Price();
			price.id = id;
			this.entityManager.persist(price);
		}

		@Transactional
		@CacheEvict(cacheNames = "prices", key = "#id")
		public void changeWithEviction(long id) {
			this.entityManager.find(Price.class, id).amount++;
		}

		@Transactional
		public void changeEntity(long id) {
			this.entityManager.find(Price.class, id).amount++;
		}

		@Transactional
		public void changeByQuery() {
			this.entityManager.createQuery("update price set amount = amount + 1").executeUpdate();
		}

	}

	/**
	 * A price.
	 */
	@Entity(name = "price")
	static class Price {

		@Id
		Long id;

		int amount;

	}

}
