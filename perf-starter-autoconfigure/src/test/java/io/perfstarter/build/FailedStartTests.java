package io.perfstarter.build;

import java.util.List;
import java.util.stream.Stream;

import io.perfstarter.async.autoconfigure.AsyncAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceFanOutAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceLogAutoConfiguration;
import io.perfstarter.warmup.autoconfigure.WarmupAutoConfiguration;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.beans.factory.support.BeanDefinitionRegistryPostProcessor;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.junit.jupiter.params.provider.Arguments.arguments;

/**
 * Tests for what the log says of a start that has failed, where Boot has something to say
 * of it, too.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTests {

	@ParameterizedTest(name = "{0}")
	@MethodSource("settings")
	void isExplained(String what, List<String> settings, List<String> said, CapturedOutput output) {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.run(settings.stream().map("--perf-starter."::concat).toArray(String[]::new)));
		assertThat(output).contains(said)
			.doesNotContain("Failed to bind")
			.doesNotContain("allow-bean-definition-overriding");
	}

	static Stream<Arguments> settings() {
		return Stream.of(
				arguments("setting that is refused while it is bound",
						List.of("async.executors.mail.concurrency-limit=-1"),
						List.of("The property 'perf-starter.async.executors.mail.concurrency-limit' cannot be '-1' (",
								"It must be a number of at least 1, or 'pool'.", "/docs/features/async.md#settings")),
				arguments("setting that is refused after it was bound",
						List.of("async.executors.mail.concurrency-limit=pool"),
						List.of("The property 'perf-starter.async.executors.mail.concurrency-limit' cannot be 'pool' (",
								"It requires a HikariCP DataSource", "/docs/features/async.md#settings")),
				arguments("setting that is missing", List.of("async.executors.mail.queue-capacity=3"),
						List.of("The property 'perf-starter.async.executors.mail.concurrency-limit' is not set.",
								"'pool'")),
				arguments("executor that is called like a bean that comes after it",
						List.of("async.executors.orders.concurrency-limit=1"),
						List.of("The executor 'perf-starter.async.executors.orders' and java.lang.Object have the same "
								+ "bean name 'orders'.", "Rename the executor")),
				arguments("list with a gap", List.of("warmup.requests[0].path=/a", "warmup.requests[2].path=/c"),
						List.of("The property 'perf-starter.warmup.requests[2].path' (",
								"comes after a gap in its list", "from 0 without a gap")),
				arguments("mode that does not exist", List.of("coherence.fan-out=on"),
						List.of("The property 'perf-starter.coherence.fan-out' cannot be 'on' (",
								"It must be one of: auto, off.", "/docs/features/coherence.md#settings")),
				arguments("value of another type", List.of("warmup.shutdown-delay=long"),
						List.of("The property 'perf-starter.warmup.shutdown-delay' cannot be 'long' (",
								"It must be a duration with its unit, such as 500ms, 20s or 5m.",
								"/docs/features/warmup.md#settings")),
				arguments("entry of a list that is wrong",
						List.of("coherence.peers=tickets-1:7900,tickets-2", "secret=a secret of thirty-two characters",
								"coherence.caches.tickets.time-to-live=10m"),
						List.of("The property 'perf-starter.coherence.peers' cannot be 'tickets-2'",
								"such as tickets-1:7900")),
				arguments("log in a database that is not there",
						List.of("coherence.log=database", "coherence.caches.tickets.time-to-live=10m"),
						List.of("the application has no DataSource",
								"name it in 'perf-starter.coherence.log-data-source'",
								"/docs/features/coherence.md#settings")));
	}

	/**
	 * An application with a bean that is registered last, as those of Spring Data are.
	 */
	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ AsyncAutoConfiguration.class, CoherenceAutoConfiguration.class,
			CoherenceFanOutAutoConfiguration.class, CoherenceLogAutoConfiguration.class,
			WarmupAutoConfiguration.class })
	static class Application {

		@Bean
		static BeanDefinitionRegistryPostProcessor repositories() {
			return (registry) -> registry.registerBeanDefinition("orders", new RootBeanDefinition(Object.class));
		}

	}

}
