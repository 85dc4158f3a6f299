package io.perfstarter.eviction.commits;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Tests for commits by JDBC, with pools that are observed.
 */
class JdbcCommitTests extends CommitTests {

	@Override
	Class<?> application() {
		return Application.class;
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("unchanged")
	void whatHasChangedNothingEvictsNothing(String name, Change change) {
		assertEvictsNothing(change);
	}

	/**
	 * Two observed pools, each with its manager.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = { "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
					"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
	@Import({ PricesApplication.Service.class, PricesApplication.Pools.class, PricesApplication.JdbcManager.class,
			PricesApplication.JdbcStore.class })
	static class Application {

	}

}
