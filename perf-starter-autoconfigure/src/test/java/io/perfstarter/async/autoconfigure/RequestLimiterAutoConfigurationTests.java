package io.perfstarter.async.autoconfigure;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.async.limit.RequestLimiterFilter;
import io.perfstarter.async.limit.RequestLimiterWebFilter;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.support.ResourceUse;
import io.perfstarter.support.SharedResource;
import io.perfstarter.web.autoconfigure.ActuatorPaths;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import jakarta.servlet.ServletException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.FactoryBean;
import org.springframework.beans.factory.config.AbstractFactoryBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.context.annotation.ApplicationScope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link RequestLimiterAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class RequestLimiterAutoConfigurationTests {

	private static final AutoConfigurations AUTO_CONFIGURATIONS = AutoConfigurations
		.of(RequestLimiterAutoConfiguration.class);

	private static final String PERMITS = "perf-starter.async.requests.concurrency-limit=3";

	private static final Executor THREADS = (task) -> new Thread(task, "request").start();

	private static final String AUTO = "perf-starter.async.requests.concurrency-limit=auto";

	private final WebApplicationContextRunner contextRunner = new WebApplicationContextRunner()
		.withConfiguration(AUTO_CONFIGURATIONS);

	@Test
	void isOffUnlessPermitsAreSet(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.async.requests.queue-capacity=3")
			.run((context) -> assertThat(context).doesNotHaveBean(RequestLimiter.class)
				.doesNotHaveBean(FilterRegistrationBean.class));
		assertThat(output).doesNotContain("Request limiter: ");
	}

	@Test
	void theLogNamesTheLimit(CapturedOutput output) {
		this.contextRunner.withPropertyValues(PERMITS)
			.run((context) -> assertThat(output)
				.contains("Request limiter: up to 3 requests at once; 30 more wait for up to PT5S"));
		this.contextRunner.withPropertyValues(AUTO, "perf-starter.async.requests.queue-capacity=7")
			.run((context) -> assertThat(output)
				.containsPattern("up to \\d+ requests at once, adapted between 4 and 1000; 7 more wait"));
	}

	@Test
	void isOffWithoutWeb() {
		new ApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS)
			.withPropertyValues(PERMITS)
			.run((context) -> assertThat(context).doesNotHaveBean(RequestLimiter.class));
	}

	@Test
	void isOnWithWebFluxWithoutServlets(CapturedOutput output) {
		ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
			.withConfiguration(AUTO_CONFIGURATIONS)
			.withClassLoader(new FilteredClassLoader("jakarta.servlet", "org.apache.catalina", "org.apache.tomcat"));
		runner.withPropertyValues(PERMITS)
			.run((context) -> assertThat(context).hasSingleBean(RequestLimiterWebFilter.class));
		assertThat(output).contains("Request limiter: up to 3 requests at once; 0 more wait");
		runner.run((context) -> assertThat(context).doesNotHaveBean(RequestLimiter.class));
		runner.withPropertyValues(PERMITS, "perf-starter.async.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(RequestLimiter.class));
	}

	@Test
	void queueOfWebFluxStopsTheStart() {
		ReactiveWebApplicationContextRunner runner = new ReactiveWebApplicationContextRunner()
			.withConfiguration(AUTO_CONFIGURATIONS);
		runner.withPropertyValues(PERMITS, "perf-starter.async.requests.queue-capacity=5")
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
					assertThat(failure.getName()).isEqualTo("perf-starter.async.requests.queue-capacity");
					assertThat(failure.getValue()).isEqualTo(5);
					assertThat(failure.getReason()).contains("write 0");
				}));
		runner.withPropertyValues(PERMITS, "perf-starter.async.requests.queue-capacity=0")
			.run((context) -> assertThat(context).hasSingleBean(RequestLimiterWebFilter.class));
	}

	@Test
	void isOnWithPermits() {
		this.contextRunner.withPropertyValues(PERMITS).run((context) -> {
			FilterRegistrationBean<?> registration = context.getBean(FilterRegistrationBean.class);
			assertThat(registration.getFilter()).isInstanceOf(RequestLimiterFilter.class);
			assertThat(registration.getOrder()).isEqualTo(RequestLimiterFilter.ORDER);
			assertThat(registration.determineDispatcherTypes()).containsExactly(DispatcherType.REQUEST);
			SimpleMeterRegistry meters = new SimpleMeterRegistry();
			context.getBean(RequestLimiter.class).bindTo(meters);
			assertThat(meters.get("perf.starter.async.requests.permits").gauge().value()).isEqualTo(3);
		});
	}

	@Test
	void worksWithoutActuator() {
		this.contextRunner.withPropertyValues(PERMITS)
			.withClassLoader(new FilteredClassLoader("org.springframework.boot.actuate"))
			.run((context) -> assertThat(context).hasSingleBean(FilterRegistrationBean.class)
				.doesNotHaveBean(ActuatorPaths.class));
	}

	@ParameterizedTest
	@CsvSource({ "concurrency-limit, 0", "concurrency-limit, -1", "concurrency-limit, ''", "concurrency-limit, many",
			"queue-capacity, -1", "queue-timeout, 0s", "queue-timeout, -1s", "exclude, '/{'" })
	void wrongSettingStopsTheStart(String name, String value) {
		assertStopsTheStart(PERMITS, name, value);
	}

	@Test
	void wrongSettingOfAnAdaptedLimitStopsTheStart() {
		assertStopsTheStart(AUTO, "queue-capacity", "-1");
	}

	private void assertStopsTheStart(String limit, String name, String value) {
		String property = RequestLimiterProperties.PREFIX + "." + name;
		this.contextRunner.withPropertyValues(limit, property + "=" + value)
			.run((context) -> assertThat(context.getStartupFailure()).rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class, (failure) -> {
					assertThat(failure.getName()).isEqualTo(property);
					assertThat(failure.getReason()).contains("write");
				}));
	}

	@Test
	void adaptedLimitFollowsTheResourcesOfOtherFeatures() {
		SharedResource connections = () -> new ResourceUse("connections for reads", 2, 1, 50);
		this.contextRunner.withPropertyValues(AUTO).withBean(SharedResource.class, () -> connections).run((context) -> {
			RequestLimiter limiter = context.getBean(RequestLimiter.class);
			CompletableFuture<Void> end = new CompletableFuture<>();
			List<CompletableFuture<Void>> requests = requests(context, end::join);
			await().until(() -> limiter.permits() == 4);
			assertThat(limiter.reason()).startsWith("connections for reads are awaited by 6.0 requests");
			end.complete(null);
			requests.forEach(CompletableFuture::join);
		});
	}

	@UsualRows
	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void adaptedLimitFollowsTheConnections(boolean lazy) {
		assertFollowsTheConnections(
				this.contextRunner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
					.withInitializer((context) -> {
						if (lazy) {
							context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
						}
					})
					.withPropertyValues("spring.datasource.url=jdbc:h2:mem:adapted",
							"spring.datasource.hikari.maximum-pool-size=1"));
	}

	@Tag(Tier.ALL)
	@ParameterizedTest
	@ValueSource(classes = { ScopedPool.class, FactoryPool.class })
	void adaptedLimitFollowsTheConnectionsOfAPoolBehindAFactory(Class<?> pool) {
		assertFollowsTheConnections(this.contextRunner.withUserConfiguration(pool));
	}

	private static void assertFollowsTheConnections(WebApplicationContextRunner runner) {
		runner.withPropertyValues(AUTO).run((context) -> {
			RequestLimiter limiter = context.getBean(RequestLimiter.class);
			DataSource pool = context.getBean(DataSource.class);
			List<CompletableFuture<Void>> others;
			try (Connection only = pool.getConnection()) {
				assertThat(only).isNotNull();
				others = requests(context, () -> use(pool));
				await().until(() -> limiter.permits() == 4);
				assertThat(limiter.reason()).startsWith("connections of dataSource are awaited by ");
			}
			others.forEach(CompletableFuture::join);
		});
	}

	/**
	 * Sends eight requests.
	 */
	private static List<CompletableFuture<Void>> requests(ApplicationContext context, Runnable request) {
		Filter limiter = context.getBean(FilterRegistrationBean.class).getFilter();
		return Stream.generate(() -> CompletableFuture.runAsync(() -> {
			try {
				limiter.doFilter(new MockHttpServletRequest(), new MockHttpServletResponse(),
						(in, out) -> request.run());
			}
			catch (IOException | ServletException ex) {
				throw new IllegalStateException(ex);
			}
		}, THREADS)).limit(8).toList();
	}

	private static HikariDataSource pool() {
		HikariDataSource pool = new HikariDataSource();
		pool.setJdbcUrl("jdbc:h2:mem:factory");
		pool.setMaximumPoolSize(1);
		return pool;
	}

	private static void use(DataSource pool) {
		try (Connection connection = pool.getConnection()) {
			assertThat(connection).isNotNull();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void roomIsTenTimesThePermitsUnlessSet() {
		assertThat(properties(null).places(3)).isEqualTo(30);
		assertThat(properties(0).places(3)).isZero();
		assertThat(properties(null).places(Integer.MAX_VALUE)).isEqualTo(Integer.MAX_VALUE);
	}

	private static RequestLimiterProperties properties(@Nullable Integer queue) {
		return new RequestLimiterProperties("3", queue, Duration.ofSeconds(5), List.of());
	}

	@Test
	void excludesPatterns() {
		RequestLimiterAutoConfiguration.ExcludedPaths paths = new RequestLimiterAutoConfiguration.ExcludedPaths(
				List.of("/events/**", "stream/{id}"));
		assertThat(List.of("/events", "/events/3/all", "/stream/1")).allMatch(paths::contain);
		assertThat(List.of("/", "", "/eventsx", "/stream/1/2", "/a%zz", "/tickets")).noneMatch(paths::contain);
	}

	@Configuration(proxyBeanMethods = false)
	static class ScopedPool {

		@Bean
		@ApplicationScope
		HikariDataSource dataSource() {
			return pool();
		}

	}

	@Configuration(proxyBeanMethods = false)
	static class FactoryPool {

		@Bean
		FactoryBean<DataSource> dataSource() {
			return new AbstractFactoryBean<>() {

				private final HikariDataSource pool = pool();

				@Override
				public Class<DataSource> getObjectType() {
					return DataSource.class;
				}

				@Override
				protected DataSource createInstance() {
					return this.pool;
				}

				@Override
				protected void destroyInstance(@Nullable DataSource instance) {
					this.pool.close();
				}

			};
		}

	}

}
