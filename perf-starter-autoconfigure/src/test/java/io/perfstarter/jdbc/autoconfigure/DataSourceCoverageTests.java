package io.perfstarter.jdbc.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.JdbcCoverage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.routing.autoconfigure.RoutingAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DataSourceCoverage}.
 */
class DataSourceCoverageTests {

	private final ApplicationContextRunner withoutListener = new ApplicationContextRunner()
		.withConfiguration(
				AutoConfigurations.of(JdbcObservationAutoConfiguration.class, DataSourceAutoConfiguration.class))
		.withPropertyValues("spring.datasource.url=jdbc:h2:mem:coverage", "jdbc.datasource-proxy.enabled=false");

	private final ApplicationContextRunner contextRunner = this.withoutListener.withBean(JdbcListener.class,
			() -> new JdbcListener() {
			});

	@ParameterizedTest
	@ValueSource(strings = { "lazy", "eager" })
	void thePoolOfBootIsObserved(String fetch) {
		assertComplete(this.contextRunner.withPropertyValues("spring.datasource.connection-fetch=" + fetch), true);
	}

	@Test
	void aRoutedPoolIsObserved() {
		assertComplete(this.contextRunner.withConfiguration(AutoConfigurations.of(RoutingAutoConfiguration.class))
			.withPropertyValues("perf-starter.routing.replicas.r1.url=jdbc:h2:mem:coverage-replica"), true);
	}

	@Test
	void severalPoolsAreObserved() {
		assertComplete(this.contextRunner.withBean("one", HikariDataSource.class, DataSourceCoverageTests::pool)
			.withBean("two", HikariDataSource.class, DataSourceCoverageTests::pool), true);
	}

	@Test
	void oneThatIsNoPoolIsNot() {
		assertComplete(
				this.contextRunner.withBean("one", HikariDataSource.class, DataSourceCoverageTests::pool)
					.withBean("two", DataSource.class, () -> new DriverManagerDataSource("jdbc:h2:mem:coverage")),
				false);
	}

	@Test
	void aPoolIsNotObservedWithoutAListener() {
		assertComplete(this.withoutListener, false);
	}

	@Test
	void anApplicationWithoutDataSourceIsNot() {
		assertComplete(new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(JdbcObservationAutoConfiguration.class)), false);
	}

	private static HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl("jdbc:h2:mem:coverage");
		return pool;
	}

	private static void assertComplete(ApplicationContextRunner runner, boolean complete) {
		runner.run((context) -> assertThat(context.getBean(JdbcCoverage.class).isComplete()).isEqualTo(complete));
	}

}
