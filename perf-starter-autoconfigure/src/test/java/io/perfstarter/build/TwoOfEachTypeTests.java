package io.perfstarter.build;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.perfstarter.boundary.connection.Boundary;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.eviction.EvictTicketCache;
import io.perfstarter.fixtures.Tier;
import io.perfstarter.fixtures.UsualRows;
import io.perfstarter.reporting.Reporting;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.cache.CacheManager;
import org.springframework.cache.concurrent.ConcurrentMapCacheManager;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.scheduling.TaskScheduler;
import org.springframework.scheduling.concurrent.SimpleAsyncTaskScheduler;
import org.springframework.transaction.PlatformTransactionManager;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that an application with two beans of each type that we work with starts.
 */
@Tag(Tier.CI)
class TwoOfEachTypeTests {

	@UsualRows
	@ParameterizedTest
	@ValueSource(strings = { "",
			"--perf-starter.async.executors.mail.concurrency-limit=1 --perf-starter.async.requests.concurrency-limit=10 "
					+ "--perf-starter.coherence.manage-all=true --perf-starter.reporting.call-trace=true "
					+ "--perf-starter.boundary.repository-transactions=true --perf-starter.warmup.shutdown-delay=1ms" })
	void starts(String settings) {
		try (ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.SERVLET)
			.initializers((context) -> registerTwoOfEach((GenericApplicationContext) context))
			.run(Stream
				.concat(Stream.of("--server.port=0", "--spring.application.name=tickets",
						"--spring.main.banner-mode=off", "--logging.level.root=error",
						"--spring.cloud.discovery.client.simple.instances.tickets[0].uri=http://localhost:1",
						"--spring.data.jpa.repositories.enabled=false", "--spring.data.jdbc.repositories.enabled=false",
						"--perf-starter.secret=a secret of thirty-two characters",
						"--management.endpoints.web.exposure.include=*"), Stream.of(settings.split(" ")))
				.toArray(String[]::new))) {
			for (Class<?> type : List.of(Boundary.class, FanOut.class, Reporting.class)) {
				assertThat(application.getBeanNamesForType(type)).hasSize(1);
			}
		}
	}

	private static void registerTwoOfEach(GenericApplicationContext context) {
		registerTwo(context, DataSource.class, TwoOfEachTypeTests::pool);
		registerTwo(context, PlatformTransactionManager.class,
				(name) -> new JdbcTransactionManager(context.getBean(name + "DataSource", DataSource.class)));
		registerTwo(context, CacheManager.class, (name) -> new ConcurrentMapCacheManager(name));
		registerTwo(context, TaskExecutor.class, (name) -> new SimpleAsyncTaskExecutor());
		registerTwo(context, TaskScheduler.class, (name) -> new SimpleAsyncTaskScheduler());
		registerTwo(context, MeterRegistry.class, (name) -> new SimpleMeterRegistry());
		registerTwo(context, JsonMapper.class, (name) -> new JsonMapper());
	}

	private static <T> void registerTwo(GenericApplicationContext context, Class<T> type, Function<String, T> bean) {
		for (String name : List.of("orders", "archive")) {
			// Boot itself does not start without a first among the JSON mappers.
			context.registerBean(name + type.getSimpleName(), type, () -> bean.apply(name),
					(definition) -> definition.setPrimary(type == JsonMapper.class && name.equals("orders")));
		}
	}

	private static DataSource pool(String name) {
		HikariDataSource pool = new HikariDataSource();
		pool.setPoolName(name);
		pool.setJdbcUrl("jdbc:h2:mem:" + name);
		return pool;
	}

	/**
	 * An application of two of each.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	@Import(Orders.class)
	static class Application {

	}

	/**
	 * Evicts, so that there is something to tell the peers.
	 */
	static class Orders {

		@EvictTicketCache(cacheNames = "orders", key = "#id")
		public void change(Long id) {
		}

	}

}
