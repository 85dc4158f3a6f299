package io.perfstarter.build;

import java.util.List;
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
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
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

	/**
	 * An application of two of each.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

		@Bean
		DataSource orders() {
			return pool("orders");
		}

		@Bean
		DataSource archive() {
			return pool("archive");
		}

		@Bean
		PlatformTransactionManager ordersTransactions() {
			return new JdbcTransactionManager(orders());
		}

		@Bean
		PlatformTransactionManager archiveTransactions() {
			return new JdbcTransactionManager(archive());
		}

		@Bean
		CacheManager ordersCaches() {
			return new ConcurrentMapCacheManager("orders");
		}

		@Bean
		CacheManager archiveCaches() {
			return new ConcurrentMapCacheManager("archive");
		}

		@Bean
		TaskExecutor ordersTasks() {
			return new SimpleAsyncTaskExecutor();
		}

		@Bean
		TaskExecutor archiveTasks() {
			return new SimpleAsyncTaskExecutor();
		}

		@Bean
		TaskScheduler ordersSchedule() {
			return new SimpleAsyncTaskScheduler();
		}

		@Bean
		TaskScheduler archiveSchedule() {
			return new SimpleAsyncTaskScheduler();
		}

		@Bean
		MeterRegistry ordersMeters() {
			return new SimpleMeterRegistry();
		}

		@Bean
		MeterRegistry archiveMeters() {
			return new SimpleMeterRegistry();
		}

		/**
		 * Boot itself does not start without a first among them.
		 */
		@Bean
		@Primary
		JsonMapper ordersJson() {
			return new JsonMapper();
		}

		@Bean
		JsonMapper archiveJson() {
			return new JsonMapper();
		}

		@Bean
		Orders changes() {
			return new Orders();
		}

		private static DataSource pool(String name) {
			HikariDataSource pool = new HikariDataSource();
			pool.setPoolName(name);
			pool.setJdbcUrl("jdbc:h2:mem:" + name);
			return pool;
		}

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
