package io.perfstarter.boundary.autoconfigure;

import java.sql.SQLException;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.boundary.connection.BoundaryStatus;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.aop.support.AopUtils;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcClientAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.metrics.DataSourcePoolMetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

/**
 * Tests for {@link BoundaryAutoConfiguration} and
 * {@link JdbcObservationAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class BoundaryAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
				JdbcClientAutoConfiguration.class, DataSourceTransactionManagerAutoConfiguration.class,
				TransactionAutoConfiguration.class, BoundaryAutoConfiguration.class,
				JdbcObservationAutoConfiguration.class))
		.withPropertyValues("spring.datasource.generate-unique-name=true",
				"spring.datasource.type=com.zaxxer.hikari.HikariDataSource");

	@Test
	void whatATransactionDoesIsAccountedFor() {
		this.contextRunner.run((context) -> {
			inTransaction("shop.Orders.place", context.getBean(PlatformTransactionManager.class),
					context.getBean(JdbcTemplate.class));
			BoundaryStatus.Method method = context.getBean(Boundary.class).status().methods().get(0);
			assertThat(method.method()).isEqualTo("Orders.place()");
			assertThat(method.pool()).isEqualTo("dataSource");
			assertThat(method.holds()).isOne();
			assertThat(method.statements()).isEqualTo(2);
			assertThat(method.heldMillis()).isGreaterThan(method.usedMillis());
			assertThat(method.usedMillis()).isPositive();
			assertThat(method.forecast().ceiling()).isCloseTo(10_000 / method.heldMillis(), within(0.001));
		});
	}

	private static void inTransaction(String name, PlatformTransactionManager manager, JdbcTemplate template) {
		DefaultTransactionDefinition definition = new DefaultTransactionDefinition();
		definition.setName(name);
		new TransactionTemplate(manager, definition).executeWithoutResult((status) -> {
			template.execute("select 1");
			template.execute("select 2");
		});
	}

	@Test
	void thePoolCanBeInjectedAsWhatItIs() {
		this.contextRunner.withBean(NeedsThePool.class).run((context) -> {
			HikariDataSource pool = context.getBean(NeedsThePool.class).pool;
			assertThat(AopUtils.isAopProxy(pool)).isTrue();
			pool.getConnection().close();
			assertThat(pool.getHikariPoolMXBean().getTotalConnections()).isPositive();
			assertThat(pool.isRunning()).isTrue();
			context.close();
			assertThat(pool.isClosed()).isTrue();
		});
	}

	@Test
	void metersOfThePoolAreWhatTheyWere() {
		this.contextRunner
			.withConfiguration(
					AutoConfigurations.of(MetricsAutoConfiguration.class, DataSourcePoolMetricsAutoConfiguration.class))
			.withBean(SimpleMeterRegistry.class)
			.withBean(NeedsAConnection.class)
			.run((context) -> {
				inTransaction("shop.Orders.place", context.getBean(PlatformTransactionManager.class),
						context.getBean(JdbcTemplate.class));
				MeterRegistry registry = context.getBean(MeterRegistry.class);
				assertThat(registry.get("jdbc.connections.max").gauge().value()).isEqualTo(10);
				assertThat(registry.get("jdbc.connections.active").gauge().value()).isZero();
				assertThat(registry.get("hikaricp.connections.acquire").timer().count()).isPositive();
				assertThat(registry.get("perf.starter.boundary.held")
					.tags("method", "Orders.place()", "pool", "dataSource")
					.functionTimer()
					.count()).isOne();
				assertThat(registry.get("perf.starter.boundary.used")
					.tag("method", "Orders.place()")
					.functionTimer()
					.count()).isEqualTo(2);
			});
	}

	@Test
	void theLazyProxyOfBootIsAroundTheObservedPool() {
		assumeThat(ClassUtils
			.isPresent("org.springframework.boot.jdbc.autoconfigure.LazyConnectionDataSourceConfiguration", null))
			.as("Boot has one since 4.1")
			.isTrue();
		this.contextRunner.withPropertyValues("spring.datasource.connection-fetch=lazy").run((context) -> {
			DataSource dataSource = context.getBean(DataSource.class);
			assertThat(dataSource).isInstanceOf(LazyConnectionDataSourceProxy.class);
			assertThat(((LazyConnectionDataSourceProxy) dataSource).getTargetDataSource())
				.isInstanceOf(HikariDataSource.class)
				.matches(AopUtils::isAopProxy);
		});
	}

	@Test
	void theLogSaysWhatIsOn(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.boundary.remote-calls=fail").run((context) -> {
			assertThat(output).contains("Boundary: remote calls while a connection is held: fail; connections held "
					+ "without a statement for PT2S are logged; "
					+ "repository methods that declare no transaction get none");
			Boundary boundary = context.getBean(Boundary.class);
			assertThat(boundary.isRunning()).isTrue();
			context.close();
			assertThat(boundary.isRunning()).isFalse();
		});
	}

	@Test
	void theLogSaysThatRepositoriesGetTransactions(CapturedOutput output) {
		this.contextRunner.withConfiguration(AutoConfigurations.of(RepositoryTransactionsAutoConfiguration.class))
			.withPropertyValues("perf-starter.boundary.repository-transactions=true")
			.run((context) -> assertThat(output).contains("repository methods that declare no transaction get one"));
	}

	@Test
	void theWatchStartsAfterAllBeansAreCreated() {
		this.contextRunner.withBean(FailsToStart.class)
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessage("running: false"));
	}

	@Test
	void withoutADataSourceItIsNotThere() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(BoundaryAutoConfiguration.class, JdbcObservationAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(Boundary.class));
	}

	@Test
	void withoutHikariItIsNotThere() {
		this.contextRunner.withClassLoader(new FilteredClassLoader(HikariDataSource.class))
			.withPropertyValues("spring.datasource.type=" + SimpleDriverDataSource.class.getName())
			.run((context) -> assertThat(context).doesNotHaveBean(Boundary.class).doesNotHaveBean(ObservedPools.class));
	}

	@ParameterizedTest
	@ValueSource(strings = { "perf-starter.boundary.idle-connection-threshold=0s",
			"perf-starter.boundary.idle-connection-threshold=-1s",
			"perf-starter.boundary.idle-connection-threshold=soon", "perf-starter.boundary.remote-calls=ask" })
	void aWrongSettingStopsTheStart(String setting) {
		this.contextRunner.withPropertyValues(setting)
			.run((context) -> assertThat(context).hasFailed()
				.getFailure()
				.hasStackTraceContaining(setting.substring(0, setting.indexOf('='))));
	}

	/**
	 * A bean that starts the pool.
	 */
	static class NeedsAConnection {

		NeedsAConnection(DataSource dataSource) throws SQLException {
			dataSource.getConnection().close();
		}

	}

	/**
	 * A bean that requires a subtype of {@code DataSource}.
	 */
	static class NeedsThePool {

		private final HikariDataSource pool;

		NeedsThePool(HikariDataSource pool) {
			this.pool = pool;
		}

	}

	/**
	 * Fails after boundary was created, and says whether it runs.
	 */
	static class FailsToStart {

		FailsToStart(Boundary boundary) {
			throw new IllegalStateException("running: " + boundary.isRunning());
		}

	}

}
