package io.perfstarter.jdbc.autoconfigure;

import java.sql.Connection;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.tracing.Tracer;
import io.micrometer.tracing.propagation.Propagator;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.routing.autoconfigure.RoutingAutoConfiguration;
import io.r2dbc.spi.ConnectionFactories;
import io.r2dbc.spi.ConnectionFactory;
import net.ttddyy.observation.boot.autoconfigure.DataSourceObservationAutoConfiguration;
import org.h2.jdbc.JdbcConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ObservedPoolPostProcessor}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ObservedPoolPostProcessorTests {

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
		assertComplete(this.contextRunner.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.withBean("two", HikariDataSource.class, ObservedPoolPostProcessorTests::pool), true);
	}

	@Test
	void oneThatIsNoPoolIsNot() {
		assertComplete(
				this.contextRunner.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
					.withBean("two", DataSource.class, () -> new DriverManagerDataSource("jdbc:h2:mem:coverage")),
				false);
	}

	@Test
	void oneThatIsCreatedLateIsNoticedThen(CapturedOutput output) {
		this.contextRunner
			.withBean("late", DataSource.class, () -> new DriverManagerDataSource("jdbc:h2:mem:coverage"),
					(definition) -> definition.setLazyInit(true))
			.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.run((context) -> {
				ObservedPools pools = context.getBean(ObservedPools.class);
				assertThat(pools.isComplete()).isTrue();
				context.getBean("late");
				assertThat(pools.isComplete()).isFalse();
				assertThat(pools.isComplete()).isFalse();
				assertThat(output).containsOnlyOnce(
						"The data source 'late' (" + DriverManagerDataSource.class.getName() + ") is not observed. ");
			});
	}

	@Test
	void oneThatIsNoBeanIsNoticedByThoseThatUseIt(CapturedOutput output) {
		HikariDataSource own = pool();
		this.contextRunner.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.withBean("tenants", JdbcTemplate.class, () -> new JdbcTemplate(own))
			.withBean("manager", JdbcTransactionManager.class, () -> new JdbcTransactionManager(own))
			.run((context) -> assertThat(context.getBean(ObservedPools.class).isComplete()).isFalse());
		assertThat(output).containsOnlyOnce("The data source ")
			.contains("The data source 'tenants' (" + HikariDataSource.class.getName() + ") is not observed. ");
		this.contextRunner.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.withUserConfiguration(Template.class)
			.run((context) -> assertThat(context.getBean(ObservedPools.class).isComplete()).isTrue());
	}

	@Test
	void oneThatIsNoBeanOfTheContextIsNoticedWhenItHasStarted() {
		assertComplete(this.contextRunner
			.withInitializer((context) -> context.getBeanFactory()
				.registerSingleton("early", new DriverManagerDataSource("jdbc:h2:mem:coverage")))
			.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool), false);
	}

	@Test
	void oneForWhichNoProxyCanStandIsLeftAloneAndNamed(CapturedOutput output) {
		this.contextRunner.withBean("finalClass", FinalPool.class, () -> started(new FinalPool()))
			.withBean("finalMethod", PoolWithFinalMethod.class, () -> started(new PoolWithFinalMethod()))
			.withBean("publicField", PoolWithPublicField.class, () -> started(new PoolWithPublicField()))
			.run((context) -> {
				assertThat(context.getBean(PoolWithFinalMethod.class).count()).isOne();
				assertThat(context.getBean(PoolWithPublicField.class).tenant).isEqualTo("t1");
				assertThat(context.getBean(ObservedPools.class).isComplete()).isFalse();
			});
		assertThat(output).contains("because its class is final", "because its method 'count' is final",
				"because its field 'tenant' is public");
	}

	@Test
	void aConnectionCanBeEvictedFromItsPool() {
		this.contextRunner.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.run((context) -> {
				HikariDataSource pool = context.getBean(HikariDataSource.class);
				Connection connection = pool.getConnection();
				JdbcConnection evicted = connection.unwrap(JdbcConnection.class);
				pool.evictConnection(connection);
				connection.close();
				await("end of the evicted connection").until(evicted::isClosed);
			});
	}

	@Test
	void aPoolWithTwoNamesIsObservedOnce() {
		AtomicInteger borrowed = new AtomicInteger();
		this.withoutListener.withBean(JdbcListener.class, () -> new JdbcListener() {

			@Override
			public void borrowed(ConnectionUsage usage) {
				borrowed.incrementAndGet();
			}

		}).withUserConfiguration(Alias.class).run((context) -> {
			context.getBean("alias", DataSource.class).getConnection().close();
			assertThat(borrowed).hasValue(1);
			assertThat(context.getBean(ObservedPools.class).isComplete()).isTrue();
		});
	}

	@Test
	void twoPoolsOfOneNameAreObserved() {
		assertComplete(this.contextRunner.withBean("one", HikariDataSource.class, () -> named("same"))
			.withBean("two", HikariDataSource.class, () -> named("same")), true);
	}

	@ParameterizedTest
	@ValueSource(strings = { "CONCRETE", "PROXY" })
	void aPoolBehindTheProxiesOfMicrometerIsObserved(String type) {
		this.contextRunner
			.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class,
					DataSourceObservationAutoConfiguration.class))
			.withBean(Tracer.class, () -> Tracer.NOOP)
			.withBean(Propagator.class, () -> Propagator.NOOP)
			.withPropertyValues("jdbc.datasource-proxy.enabled=true", "jdbc.datasource-proxy.type=" + type)
			.run((context) -> {
				assertThat(context.getBean(DataSource.class)).isNotInstanceOf(HikariDataSource.class);
				assertThat(context.getBean(ObservedPools.class).isComplete()).isTrue();
			});
	}

	@Test
	void oneThatRoutesIsObservedIfItsTargetsAre() {
		ApplicationContextRunner routed = this.contextRunner
			.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.withBean("two", HikariDataSource.class, ObservedPoolPostProcessorTests::pool);
		assertComplete(routed.withUserConfiguration(TenantsOfBeans.class), true);
		assertComplete(routed.withUserConfiguration(TenantsBesideBeans.class), false);
	}

	@Test
	void oneThatFindsItsTargetsInItsOwnWayIsNot() {
		assertComplete(this.contextRunner.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.withBean("tenants", DataSource.class, () -> new Tenants() {

				@Override
				protected DataSource determineTargetDataSource() {
					return pool();
				}

			}), false);
	}

	@Test
	void oneOfAScopeThatIsNotActiveIsNotAndStopsNoStart() {
		assertComplete(this.contextRunner.withBean("one", HikariDataSource.class, ObservedPoolPostProcessorTests::pool)
			.withUserConfiguration(PoolOfRequest.class), false);
	}

	@Test
	void anApplicationWithReactiveConnectionsIsNot() {
		assertComplete(this.contextRunner.withBean(ConnectionFactory.class,
				() -> ConnectionFactories.get("r2dbc:h2:mem:///coverage")), false);
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

	private static <P extends HikariDataSource> P started(P pool) {
		pool.setJdbcUrl("jdbc:h2:mem:coverage");
		return pool;
	}

	private static HikariDataSource named(String name) {
		HikariDataSource pool = pool();
		pool.setPoolName(name);
		return pool;
	}

	private static void assertComplete(ApplicationContextRunner runner, boolean complete) {
		runner.run((context) -> assertThat(context.getBean(ObservedPools.class).isComplete()).isEqualTo(complete));
	}

	/**
	 * Routes to the database of a tenant.
	 */
	private static class Tenants extends AbstractRoutingDataSource {

		Tenants(DataSource... tenants) {
			setTargetDataSources(IntStream.range(0, tenants.length)
				.boxed()
				.collect(Collectors.toMap(Function.identity(), (i) -> tenants[i])));
		}

		@Override
		protected Object determineCurrentLookupKey() {
			throw new IllegalStateException("No tenant");
		}

	}

	/**
	 * A subclass as Kotlin writes it.
	 */
	static final class FinalPool extends HikariDataSource {

	}

	/**
	 * A subclass with a state of its own.
	 */
	static class PoolWithFinalMethod extends HikariDataSource {

		private int count = 1;

		public final int count() {
			return this.count;
		}

	}

	/**
	 * Uses the pool that is a bean.
	 */
	@Configuration(proxyBeanMethods = false)
	static class Template {

		@Bean
		JdbcTemplate template(DataSource pool) {
			return new JdbcTemplate(pool);
		}

	}

	/**
	 * A subclass whose state is read directly.
	 */
	static class PoolWithPublicField extends HikariDataSource {

		public String tenant = "t1";

	}

	@Configuration(proxyBeanMethods = false)
	static class Alias {

		@Bean
		HikariDataSource one() {
			return pool();
		}

		@Bean
		@Primary
		DataSource alias(HikariDataSource one) {
			return one;
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class PoolOfRequest {

		@Bean
		@Scope(scopeName = "request", proxyMode = ScopedProxyMode.INTERFACES)
		DataSource ofRequest() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TenantsOfBeans {

		@Bean
		@Primary
		DataSource tenants(@Qualifier("one") DataSource one, @Qualifier("two") DataSource two) {
			return new Tenants(one, two);
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class TenantsBesideBeans {

		@Bean
		@Primary
		DataSource tenants(@Qualifier("one") DataSource one) {
			return new Tenants(one, pool());
		}

	}

}
