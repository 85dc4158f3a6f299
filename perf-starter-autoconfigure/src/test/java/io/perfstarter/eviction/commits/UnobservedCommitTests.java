package io.perfstarter.eviction.commits;

import java.util.Set;
import java.util.stream.Stream;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for commits by JDBC, with a data source that is not observed.
 */
@Tag(Tier.CI)
class UnobservedCommitTests extends CommitTests {

	/**
	 * Documented as not seen: statements outside the transaction that was rolled back,
	 * and the commit of another thread after the end of the method.
	 */
	private static final Set<String> NOT_SEEN = Set.of("exception before another thread commits",
			"the caller commits later a change that it has made before",
			"the caller commits later a change of the method");

	@Override
	Class<?> application() {
		return Application.class;
	}

	@Override
	Stream<Arguments> committed() {
		return seen(super.committed());
	}

	@Override
	Stream<Arguments> committedByStatements() {
		return seen(super.committedByStatements());
	}

	private static Stream<Arguments> seen(Stream<Arguments> cases) {
		return cases.filter((arguments) -> !NOT_SEEN.contains(arguments.get()[0]));
	}

	@Override
	Stream<Arguments> committedWithin() {
		return super.committedWithin().filter((arguments) -> !arguments.get()[0].toString().startsWith("statement"));
	}

	@Override
	Stream<Arguments> committedWithinByStatements() {
		return Stream.empty();
	}

	@Test
	void aChangeIsPendingFromTheBeginningOfTheMethod() throws Exception {
		instance().prices().alone(0, () -> {
			assertThat(instance().changeAge()).isPositive();
			return 0;
		});
		assertThat(instance().changeAge()).isZero();
	}

	/**
	 * A connection of its own for each statement.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration(
			excludeName = { "org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration",
					"org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration" })
	@Import({ PricesApplication.Service.class, PricesApplication.Drivers.class, PricesApplication.JdbcManager.class,
			PricesApplication.JdbcStore.class })
	static class Application {

	}

}
