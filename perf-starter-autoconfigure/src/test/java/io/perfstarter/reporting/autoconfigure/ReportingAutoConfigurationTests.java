package io.perfstarter.reporting.autoconfigure;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

import javax.sql.DataSource;

import com.jayway.jsonpath.DocumentContext;
import com.jayway.jsonpath.JsonPath;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.async.autoconfigure.RequestLimiterAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;
import io.perfstarter.reporting.Reporting;
import io.perfstarter.reporting.Results;
import io.perfstarter.reporting.request.TimeBreakdownFilter;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.Window;
import io.perfstarter.warmup.autoconfigure.WarmupAutoConfiguration;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.Filter;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.actuate.autoconfigure.endpoint.EndpointAutoConfiguration;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointAutoConfiguration;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.micrometer.observation.autoconfigure.ObservationAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.ReactiveWebApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;
import org.springframework.cloud.client.ServiceInstance;
import org.springframework.cloud.client.discovery.DiscoveryClient;
import org.springframework.context.ApplicationContext;
import org.springframework.jdbc.datasource.SimpleDriverDataSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.BDDMockito.given;
import static org.mockito.Mockito.mock;

/**
 * Tests for {@link ReportingAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReportingAutoConfigurationTests {

	private static final AutoConfigurations AUTO_CONFIGURATIONS = AutoConfigurations
		.of(CoherenceAutoConfiguration.class, JdbcObservationAutoConfiguration.class, ReportingAutoConfiguration.class);

	private final ApplicationContextRunner cacheRunner = new ApplicationContextRunner()
		.withConfiguration(AUTO_CONFIGURATIONS)
		.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m");

	private final WebApplicationContextRunner webRunner = new WebApplicationContextRunner()
		.withConfiguration(AUTO_CONFIGURATIONS);

	@Test
	void logsOneLineWhenSomethingLeavesItsUsualRange(CapturedOutput output) {
		this.cacheRunner.withPropertyValues("perf-starter.reporting.period=50ms").run((context) -> {
			Cache cache = context.getBean(CacheManager.class).getCache("tickets");
			cache.put(1L, "ticket");
			Reporting reporting = context.getBean(Reporting.class);
			await("hits").until(() -> {
				cache.get(1L);
				return Results.windows(reporting).stream().anyMatch((window) -> !window.isIdle());
			});
			assertThat(output).doesNotContain("cache=tickets");
			await("misses").untilAsserted(() -> {
				for (long ticket = 2; ticket < 22; ticket++) {
					cache.get(ticket);
				}
				assertThat(output).containsPattern(
						"INFO .*period=\\d+m?s requests=n/a p50=n/a .* \\| cache=tickets hit-rate=\\d+\\.\\d\\d% evictions=0 size=1");
			});
		});
	}

	@Test
	void logsAtTheStartWhatIsReported(CapturedOutput output) {
		this.cacheRunner.withPropertyValues("perf-starter.reporting.enabled=false").run((context) -> {
		});
		assertThat(output).doesNotContain("Reporting: ");
		this.cacheRunner.withPropertyValues("perf-starter.reporting.slow-threshold=2s").run((context) -> {
		});
		assertThat(output).containsOnlyOnce(
				"Reporting: a line every PT1M in which something leaves its usual range; requests are slow from PT2S on");
	}

	@Test
	void logsJsonForLogShippers(CapturedOutput output) {
		this.cacheRunner.withPropertyValues("perf-starter.reporting.period=50ms", "perf-starter.reporting.format=json")
			.run((context) -> {
				Cache cache = Objects.requireNonNull(context.getBean(CacheManager.class).getCache("tickets"));
				Optional<String> line = await("line").until(() -> {
					cache.get(1L);
					return jsonLine(output);
				}, Optional::isPresent);
				assertThat(JsonPath.<List<String>>read(line.orElseThrow(), "$.window.caches[*].name"))
					.containsExactly("tickets");
			});
	}

	private static Optional<String> jsonLine(CapturedOutput output) {
		return output.getOut()
			.lines()
			.filter((line) -> line.contains("{\"window\"") && line.endsWith("}"))
			.map((line) -> line.substring(line.indexOf('{')))
			.findFirst();
	}

	@Test
	void theTimeOfStatementsExcludesJvmPauses() {
		this.cacheRunner.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
			.withPropertyValues("spring.main.lazy-initialization=true")
			.run((context) -> {
				try (Connection connection = context.getBean(DataSource.class).getConnection()) {
					ConnectionUsage usage = context.getBean(ConnectionUsages.class).ofCurrentThread();
					assertThat(connection.isClosed()).isFalse();
					await("pause").until(() -> {
						System.gc();
						return Objects.requireNonNull(usage).figures().paused() > 0;
					});
				}
			});
	}

	@Test
	void hasOneDaemonThreadAndStopsItWithTheContext() {
		this.cacheRunner.withPropertyValues("perf-starter.reporting.period=50ms").run((context) -> {
			await("first period").until(() -> !Results.windows(context.getBean(Reporting.class)).isEmpty());
			awaitReportingThreads(1);
		});
		awaitReportingThreads(0);
	}

	@Test
	void isOnWhereThereAreRequestsConnectionsOrCaches() {
		this.cacheRunner.run((context) -> assertThat(context).hasSingleBean(Reporting.class)
			.doesNotHaveBean(FilterRegistrationBean.class));
		this.webRunner.run((context) -> assertThat(context).hasSingleBean(Reporting.class)
			.hasSingleBean(FilterRegistrationBean.class));
		new ReactiveWebApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS)
			.run((context) -> assertThat(context).hasSingleBean(Reporting.class));
		new ApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS)
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
			.run((context) -> assertThat(context).hasSingleBean(Reporting.class)
				.hasSingleBean(ReportingAutoConfiguration.HikariPools.class));
	}

	@Test
	void remoteCallsAreNotMeasuredWithoutARegistryOfObservations() {
		this.webRunner.run((context) -> assertThat(Results.capabilities(context.getBean(Reporting.class)))
			.containsEntry("remote", "n/a: no ObservationRegistry"));
		this.webRunner.withConfiguration(AutoConfigurations.of(ObservationAutoConfiguration.class))
			.run((context) -> assertThat(Results.capabilities(context.getBean(Reporting.class)).get("remote"))
				.startsWith("measured on clients"));
	}

	@Test
	void connectionsAreNotMeasuredOfAnotherPool() {
		WebApplicationContextRunner runner = this.webRunner
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:");
		runner.withPropertyValues("spring.datasource.type=" + SimpleDriverDataSource.class.getName()).run((context) -> {
			context.getBean(DataSource.class).getConnection().close();
			assertThat(Results.capabilities(context.getBean(Reporting.class)).get("sql")).startsWith("n/a");
		});
		runner.run((context) -> {
			context.getBean(DataSource.class).getConnection().close();
			assertThat(Results.capabilities(context.getBean(Reporting.class)).get("sql"))
				.startsWith("measured on the connections");
		});
	}

	@Test
	void isOffWhereThereIsNothingToReportOf() {
		new ApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS)
			.run((context) -> assertThat(context).doesNotHaveBean(Reporting.class)
				.doesNotHaveBean(ReportingProperties.class));
	}

	@Test
	void isOffInAJvmThatDoesNotManageItself() {
		this.webRunner.withClassLoader(new FilteredClassLoader("com.sun.management"))
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(Reporting.class));
	}

	@Test
	void hearsOfRequestsBetweenTheWarmUpAndTheGate() {
		this.webRunner
			.withConfiguration(
					AutoConfigurations.of(WarmupAutoConfiguration.class, RequestLimiterAutoConfiguration.class))
			.withPropertyValues("perf-starter.warmup.requests[0].path=/x",
					"perf-starter.async.requests.concurrency-limit=3")
			.run((context) -> {
				List<String> filters = context.getBeanProvider(FilterRegistrationBean.class)
					.orderedStream()
					.filter((registration) -> registration.getOrder() == TimeBreakdownFilter.ORDER)
					.map((registration) -> registration.getFilter().getClass().getSimpleName())
					.toList();
				assertThat(filters).containsExactly("WarmupFilter", "WarmupRequestFilter", "TimeBreakdownFilter",
						"RequestLimiterFilter");
				FilterRegistrationBean<?> filter = context.getBean("perfStarterTimeBreakdownFilter",
						FilterRegistrationBean.class);
				assertThat(filter.determineDispatcherTypes()).containsExactlyInAnyOrder(DispatcherType.REQUEST,
						DispatcherType.ASYNC, DispatcherType.ERROR);
			});
	}

	@Test
	void countsTheRequestsOfServlets() {
		this.webRunner.withPropertyValues("perf-starter.reporting.period=50ms").run((context) -> {
			RequestsWindow requests = firstPeriod(context).requests();
			assertThat(requests.counted()).isTrue();
			assertThat(requests.count()).isZero();
		});
	}

	@Test
	void countsNoOthers() {
		new ReactiveWebApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS)
			.withPropertyValues("perf-starter.reporting.period=50ms")
			.run((context) -> {
				assertThat(firstPeriod(context).requests().counted()).isFalse();
				DocumentContext json = JsonPath.parse(Results.json(context.getBean(Reporting.class).json("test")));
				assertThat(json.<Object>read("$.windows[0].window.requests.count")).isNull();
				assertThat(json.<Object>read("$.windows[0].window.requests.slowRows")).isNull();
				assertThat(json.<Map<String, Object>>read("$.windows[0].window.requests.partsMillis").values())
					.containsOnlyNulls();
				assertThat(Results.capabilities(context.getBean(Reporting.class)))
					.containsEntry("cpu", "n/a: requests are not measured")
					.hasEntrySatisfying("stw", (how) -> assertThat(how).startsWith("JVM counters"));
			});
	}

	private static Window firstPeriod(ApplicationContext context) {
		Reporting reporting = context.getBean(Reporting.class);
		await("period").until(() -> !Results.windows(reporting).isEmpty());
		return Results.windows(reporting).get(0);
	}

	@Test
	void watchesThePoolsThatAreBeans() {
		new ApplicationContextRunner().withConfiguration(AUTO_CONFIGURATIONS)
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class))
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:reporting", "perf-starter.reporting.period=50ms",
					"spring.datasource.hikari.maximum-pool-size=7")
			.run((context) -> {
				context.getBean(HikariDataSource.class).getConnection().close();
				await("pool")
					.untilAsserted(() -> assertThat(Results.windows(context.getBean(Reporting.class))).isNotEmpty()
						.anySatisfy((window) -> assertThat(window.pools()).singleElement().satisfies((pool) -> {
							assertThat(pool.max()).isEqualTo(7);
							assertThat(pool.requests()).isOne();
						})));
			});
	}

	@Test
	void tracesCallsOnlyIfThatIsWanted() {
		this.webRunner.run((context) -> assertThat(context).doesNotHaveBean("perfStarterTracedLayersAdvisor"));
		this.webRunner.withPropertyValues("perf-starter.reporting.call-trace=true")
			.run((context) -> assertThat(context).hasBean("perfStarterTracedLayersAdvisor"));
	}

	@Test
	void showsItsEndpointOnlyIfThatIsWantedAndDoesNotReportOfIt() {
		WebApplicationContextRunner actuator = this.webRunner.withConfiguration(
				AutoConfigurations.of(EndpointAutoConfiguration.class, WebEndpointAutoConfiguration.class));
		actuator.run((context) -> assertThat(context).doesNotHaveBean(WhySlowEndpoint.class));
		actuator.withPropertyValues("management.endpoints.web.exposure.include=whyslow").run((context) -> {
			WhySlowEndpoint endpoint = context.getBean(WhySlowEndpoint.class);
			assertThat(countOf(context, endpoint::json)).isZero();
			assertThat(countOf(context, endpoint::page)).isZero();
			assertThat(countOf(context, () -> endpoint.stacks("stacks"))).isZero();
			assertThat(countOf(context, () -> {
			})).isOne();
		});
	}

	private static long countOf(ApplicationContext context, Runnable request) throws Exception {
		Filter filter = context.getBean("perfStarterTimeBreakdownFilter", FilterRegistrationBean.class).getFilter();
		filter.doFilter(new MockHttpServletRequest("GET", "/"), new MockHttpServletResponse(),
				(servletRequest, response) -> request.run());
		return context.getBean(Reporting.class).requests().next().count();
	}

	@Test
	void endsBeforeTheFirstBeanIsTakenDown() {
		AtomicLong threads = new AtomicLong(-1);
		this.cacheRunner.withBean("first", DisposableBean.class, () -> () -> {
			awaitReportingThreads(0);
			threads.set(reportingThreads());
		}, (definition) -> definition.setDependsOn("perfStarterReporting")).run((context) -> awaitReportingThreads(1));
		assertThat(threads).hasValue(0);
	}

	@Test
	void pausesAndGoesOnWithTheContext() {
		this.cacheRunner.run((context) -> {
			context.getSourceApplicationContext().stop();
			awaitReportingThreads(0);
			context.getSourceApplicationContext().start();
			awaitReportingThreads(1);
		});
	}

	@Test
	void beginsInALazyApplicationToo() {
		this.webRunner.withBean(LazyInitializationBeanFactoryPostProcessor.class)
			.run((context) -> awaitReportingThreads(1));
	}

	@ParameterizedTest
	@ValueSource(
			classes = { HikariDataSource.class, Filter.class, Tomcat.class, DiscoveryClient.class, Endpoint.class })
	void worksWithout(Class<?> library) {
		this.cacheRunner.withClassLoader(new FilteredClassLoader(library))
			.run((context) -> assertThat(context).hasNotFailed().hasSingleBean(Reporting.class));
	}

	@ParameterizedTest
	@CsvSource({ "spring.application.name=tickets", "perf-starter.coherence.service-id=tickets" })
	void countsTheInstancesOfTheServiceInTheRegistry(String name) {
		DiscoveryClient client = mock(DiscoveryClient.class);
		given(client.getInstances("tickets"))
			.willReturn(List.of(mock(ServiceInstance.class), mock(ServiceInstance.class)));
		this.cacheRunner.withBean(DiscoveryClient.class, () -> client)
			.withPropertyValues("spring.application.name=other", name)
			.run((context) -> assertThat(context.getBean(ReportingAutoConfiguration.InstanceSource.class).getAsInt())
				.isEqualTo(2));
	}

	@ParameterizedTest
	@CsvSource({ "period, 0s", "slow-threshold, -1s", "slow-thresholds[tickets], 1s",
			"slow-thresholds[GTE /orders], 1s", "slow-thresholds[get /orders], 1s", "database-cores, 0" })
	void wrongSettingStopsTheStart(String property, String value) {
		this.cacheRunner.withPropertyValues("perf-starter.reporting." + property + "=" + value)
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(failure) -> assertThat(failure.getName()).isEqualTo("perf-starter.reporting." + property)));
	}

	@Test
	void takesThresholdsOfRoutes() {
		this.cacheRunner.withPropertyValues("perf-starter.reporting.slow-thresholds[GET /orders/{id}]=1s")
			.run((context) -> assertThat(context).hasNotFailed());
	}

	/** Those of other tests may have to end first. */
	private static void awaitReportingThreads(int expected) {
		await("threads").untilAsserted(() -> assertThat(reportingThreads()).isEqualTo(expected));
	}

	private static long reportingThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().startsWith("perf-starter-reporting"))
			.filter(Thread::isDaemon)
			.count();
	}

}
