package io.perfstarter.eviction.commits;

import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.Id;
import jakarta.persistence.PersistenceContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.persistence.autoconfigure.EntityScan;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.orm.jpa.JpaTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.annotation.Transactional;

/**
 * Tests for commits by JPA, which writes as late as it can.
 */
@Tag(Tier.CI)
class JpaCommitTests extends CommitTests {

	@Override
	Class<?> application() {
		return Application.class;
	}

	/**
	 * None: those have no part in JPA.
	 */
	@Override
	Stream<Arguments> committedByStatements() {
		return Stream.empty();
	}

	@Override
	Stream<Arguments> committedWithinByStatements() {
		return Stream.empty();
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("unchanged")
	void whatHasChangedNothingEvictsNothing(String name, Change change) {
		assertEvictsNothing(change);
	}

	/**
	 * Two observed pools, one with an entity manager.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@EntityScan(basePackageClasses = JpaCommitTests.class)
	@Import({ PricesApplication.Service.class, PricesApplication.Pools.class })
	static class Application {

		@Bean
		@Primary
		PlatformTransactionManager transactionManager(EntityManagerFactory entityManagerFactory) {
			return new JpaTransactionManager(entityManagerFactory);
		}

		@Bean
		EntityStore store() {
			return new EntityStore();
		}

	}

	/**
	 * Changes entities, which are written at the commit.
	 */
	static class EntityStore implements Store {

		@PersistenceContext
		private EntityManager entityManager;

		@Override
		public void write(long id) {
			this.entityManager.find(Price.class, id).amount = "new";
		}

		@Override
		@Transactional
		public void writeAlone(long id) {
			write(id);
		}

	}

	/**
	 * A price.
	 */
	@Entity(name = "price")
	static class Price {

		@Id
		Long id;

		String amount;

	}

}
