package io.perfstarter.eviction.commits;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for commits by JDBC, with pools that are observed.
 */
@Tag(Tier.CI)
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

	@Test
	void nothingIsPendingBeforeTheFirstChangeNorAfterACommit() throws Exception {
		instance().prices().alone(0, () -> {
			instance().jdbc().queryForList("select id from price");
			assertThat(instance().changeAge()).isZero();
			instance().store().writeAlone(0);
			assertThat(instance().changeAge()).isZero();
			instance().inTransaction(() -> {
				instance().store().write(0);
				assertThat(instance().changeAge()).isZero();
				return 0;
			});
			assertThat(instance().changeAge()).isZero();
			return 0;
		});
	}

	@Test
	void theCommitOfAnotherThreadIsPendingUntilTheMethodEnds() throws Exception {
		instance().prices().alone(0, () -> {
			instance().beside(() -> {
				instance().inTransaction(() -> {
					instance().store().write(0);
					return 0;
				});
				return 0;
			}).get();
			assertThat(instance().changeAge()).isPositive();
			return 0;
		});
		assertThat(instance().changeAge()).isZero();
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
