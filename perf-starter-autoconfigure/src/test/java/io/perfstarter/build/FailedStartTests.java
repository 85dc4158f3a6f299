package io.perfstarter.build;

import io.perfstarter.async.autoconfigure.AsyncAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceFanOutAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceLogAutoConfiguration;
import io.perfstarter.warmup.autoconfigure.WarmupAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

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

/**
 * Tests for what the log says of a start that has failed, where Boot has something to say
 * of it, too.
 */
@ExtendWith(OutputCaptureExtension.class)
class FailedStartTests {

	@Test
	void settingThatIsRefusedWhileItIsBound(CapturedOutput output) {
		fail("--perf-starter.async.executors.mail.concurrency-limit=-1");
		assertThat(output)
			.contains("The property 'perf-starter.async.executors.mail.concurrency-limit' cannot be '-1' (")
			.contains("It must be a number of at least 1, or 'pool'.")
			.contains("/docs/features/async.md#settings")
			.doesNotContain("Failed to bind");
	}

	@Test
	void settingThatIsRefusedAfterItWasBound(CapturedOutput output) {
		fail("--perf-starter.async.executors.mail.concurrency-limit=pool");
		assertThat(output)
			.contains("The property 'perf-starter.async.executors.mail.concurrency-limit' cannot be 'pool' (")
			.contains("It requires a HikariCP DataSource")
			.contains("/docs/features/async.md#settings");
	}

	@Test
	void settingThatIsMissing(CapturedOutput output) {
		fail("--perf-starter.async.executors.mail.queue-capacity=3");
		assertThat(output).contains("The property 'perf-starter.async.executors.mail.concurrency-limit' is not set.")
			.contains("'pool'");
	}

	@Test
	void executorThatIsCalledLikeABeanThatComesAfterIt(CapturedOutput output) {
		fail("--perf-starter.async.executors.orders.concurrency-limit=1");
		assertThat(output).contains(
				"The executor 'perf-starter.async.executors.orders' and java.lang.Object have the same bean name 'orders'.")
			.contains("Rename the executor")
			.doesNotContain("allow-bean-definition-overriding");
	}

	@Test
	void listWithAGap(CapturedOutput output) {
		fail("--perf-starter.warmup.requests[0].path=/a", "--perf-starter.warmup.requests[2].path=/c");
		assertThat(output).contains("The property 'perf-starter.warmup.requests[2].path' (")
			.contains("comes after a gap in its list")
			.contains("from 0 without a gap");
	}

	@Test
	void modeThatDoesNotExist(CapturedOutput output) {
		fail("--perf-starter.coherence.fan-out=on");
		assertThat(output).contains("The property 'perf-starter.coherence.fan-out' cannot be 'on' (")
			.contains("It must be one of: auto, off.")
			.contains("/docs/features/coherence.md#settings")
			.doesNotContain("Failed to bind");
	}

	@Test
	void valueOfAnotherType(CapturedOutput output) {
		fail("--perf-starter.warmup.shutdown-delay=long");
		assertThat(output).contains("The property 'perf-starter.warmup.shutdown-delay' cannot be 'long' (")
			.contains("It must be a duration with its unit, such as 500ms, 20s or 5m.")
			.contains("/docs/features/warmup.md#settings")
			.doesNotContain("Failed to bind");
	}

	@Test
	void entryOfAListThatIsWrong(CapturedOutput output) {
		fail("--perf-starter.coherence.peers=tickets-1:7900,tickets-2",
				"--perf-starter.secret=a secret of thirty-two characters",
				"--perf-starter.coherence.caches.tickets.time-to-live=10m");
		assertThat(output).contains("The property 'perf-starter.coherence.peers' cannot be 'tickets-2'")
			.contains("such as tickets-1:7900");
	}

	@Test
	void logInADatabaseThatIsNotThere(CapturedOutput output) {
		fail("--perf-starter.coherence.log=database", "--perf-starter.coherence.caches.tickets.time-to-live=10m");
		assertThat(output).contains("the application has no DataSource")
			.contains("Set 'perf-starter.coherence.log-data-source'")
			.contains("/docs/features/coherence.md#settings");
	}

	private static void fail(String... arguments) {
		assertThatException().isThrownBy(
				() -> new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE).run(arguments));
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
