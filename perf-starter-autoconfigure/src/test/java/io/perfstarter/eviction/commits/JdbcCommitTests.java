package io.perfstarter.eviction.commits;

import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;

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

	/**
	 * PostgreSQL answers the commit with a rollback, and its driver returns normally.
	 */
	Stream<Arguments> commitsThatRollBack() {
		return Stream.of(
				named("@CachePut in a transaction",
						(id) -> instance().prices().puttingInTransaction(id, () -> writeAndFail(id))),
				named("@CachePut around a transaction", (id) -> instance().prices().putting(id, () -> {
					instance().inTransaction(() -> writeAndFail(id));
					return "new";
				})), named("put in a transaction", (id) -> instance().inTransaction(() -> {
					instance().cache().put(id, "new");
					return writeAndFail(id);
				})));
	}

	@ParameterizedTest(name = "{0}")
	@MethodSource("commitsThatRollBack")
	void aValueWhoseCommitIsARollbackIsNotServed(String name, Change change) throws Exception {
		long id = cachedByBoth();
		change.carryOut(id);
		assertThat(stored(id)).isEqualTo("old");
		assertThat(instance().prices().price(id)).isEqualTo("old");
	}

	@Test
	void aValueIsServedIfTheFailureIsRolledBackToASavepoint() throws Exception {
		long id = cachedByBoth();
		instance().inTransaction(() -> {
			assertThatException().isThrownBy(() -> instance().inNestedTransaction(() -> insertAgain(id)));
			instance().cache().put(id, "put");
			return write(id);
		});
		assertThat(stored(id)).isEqualTo("new");
		assertThat(instance().prices().price(id)).isEqualTo("put");
	}

	private Object writeAndFail(long id) {
		write(id);
		assertThatException().isThrownBy(() -> insertAgain(id));
		return "new";
	}

	private Object insertAgain(long id) {
		return instance().jdbc().update("insert into price values (?, 'again')", id);
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
