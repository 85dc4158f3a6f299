package io.perfstarter.sample.settings;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;

import javax.sql.DataSource;

import io.perfstarter.fixtures.Tier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.ConfigurationPropertiesBean;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cloud.context.environment.EnvironmentChangeEvent;
import org.springframework.cloud.context.refresh.ContextRefresher;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import org.springframework.util.StringUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that a refresh of the environment at run time logs nothing of this library and
 * leaves its settings as they were at the start.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag(Tier.CI)
class RefreshTests {

	@Test
	void refreshLogsNothingAndChangesNoSetting(CapturedOutput output) {
		try (ConfigurableApplicationContext context = start()) {
			int before = output.length();
			context.getEnvironment()
				.getPropertySources()
				.addFirst(new MapPropertySource("changed", Map.of("perf-starter.async.executors.mail.concurrency-limit",
						"7", "perf-starter.async.requests.queue-capacity", "7", "perf-starter.coherence.max-staleness",
						"0s", "perf-starter.reporting.period", "1s", "perf-starter.routing.lag.max", "1s",
						"perf-starter.boundary.remote-calls", "fail", "perf-starter.warmup.min-requests", "-1")));
			context.getBean(ContextRefresher.class).refresh();
			context.publishEvent(
					new EnvironmentChangeEvent(context, Set.of("perf-starter.async.executors.mail.concurrency-limit")));
			assertThat(output.toString().substring(before)).doesNotContain("perfstarter", "perf-starter", "WARN",
					"ERROR");
			assertThat(context.getBean("mail", ThreadPoolTaskExecutor.class).getMaxPoolSize()).isEqualTo(3);
		}
	}

	@ParameterizedTest
	@ValueSource(strings = { "lazy", "eager" })
	void refreshLeavesTheRoutedPrimaryAsItIs(String fetch) throws SQLException {
		try (ConfigurableApplicationContext context = start("--spring.datasource.connection-fetch=" + fetch,
				"--perf-starter.routing.replicas.r1.url=jdbc:h2:mem:refresh-r1")) {
			context.getBean(ContextRefresher.class).refresh();
			context.publishEvent(new EnvironmentChangeEvent(context, Set.of("spring.datasource.hikari.idle-timeout")));
			try (Connection connection = context.getBean(DataSource.class).getConnection()) {
				assertThat(connection.isValid(1)).isTrue();
			}
		}
	}

	@Test
	void allOurPropertiesAreExcludedFromRebindingAndThoseOfOthersStayExcluded() {
		try (ConfigurableApplicationContext context = start(
				"--spring.cloud.refresh.never-refreshable=com.example.Other",
				"--perf-starter.routing.replicas.r1.url=jdbc:h2:mem:refresh-r1")) {
			List<String> types = ConfigurationPropertiesBean.getAll(context)
				.values()
				.stream()
				.map((bean) -> bean.getInstance().getClass().getName())
				.filter((type) -> type.startsWith("io.perfstarter."))
				.toList();
			assertThat(types).hasSize(7);
			assertThat(StringUtils.commaDelimitedListToSet(
					context.getEnvironment().getProperty("spring.cloud.refresh.never-refreshable")))
				.contains("com.example.Other")
				.containsAll(types);
		}
	}

	private static ConfigurableApplicationContext start(String... more) {
		return new SpringApplicationBuilder(Application.class).run(StringUtils.concatenateStringArrays(more,
				new String[] { "--server.port=0", "--eureka.client.enabled=false",
						"--spring.datasource.url=jdbc:h2:mem:refresh",
						"--spring.config.location=optional:classpath:/none/", "--perf-starter.coherence.fan-out=off",
						"--perf-starter.coherence.caches.tickets.time-to-live=1m",
						"--perf-starter.async.executors.mail.concurrency-limit=3",
						"--perf-starter.async.requests.concurrency-limit=3", "--perf-starter.warmup.enabled=true" }));
	}

	/**
	 * An application with all features.
	 */
	@Configuration(proxyBeanMethods = false)
	@EnableAutoConfiguration
	static class Application {

	}

}
