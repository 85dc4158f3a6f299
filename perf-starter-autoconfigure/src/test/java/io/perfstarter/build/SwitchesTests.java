package io.perfstarter.build;

import java.io.IOException;
import java.util.List;

import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.configurationmetadata.ConfigurationMetadataProperty;
import org.springframework.boot.context.annotation.ImportCandidates;
import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.util.ClassUtils;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that no feature is switched off by a word that was meant otherwise.
 */
class SwitchesTests {

	private final WebApplicationContextRunner contextRunner = new WebApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ours()));

	private static Class<?>[] ours() {
		return ImportCandidates.load(AutoConfiguration.class, null)
			.getCandidates()
			.stream()
			.filter((name) -> name.startsWith("io.perfstarter."))
			.map((name) -> ClassUtils.resolveClassName(name, null))
			.toArray(Class<?>[]::new);
	}

	static List<String> switches() throws IOException {
		List<String> switches = PropertiesReference.load()
			.properties()
			.stream()
			.map(ConfigurationMetadataProperty::getId)
			.filter((id) -> id.matches("perf-starter\\.[a-z]+\\.enabled"))
			.toList();
		assertThat(switches).hasSize(7);
		return switches;
	}

	@ParameterizedTest
	@MethodSource("switches")
	void whatIsNeitherOnNorOffStopsTheStart(String property) {
		this.contextRunner.withPropertyValues(property + "=flase")
			.run((context) -> assertThat(context).getFailure()
				.satisfies((failure) -> assertThat(failure).hasStackTraceContaining("'" + property + "'")
					.hasStackTraceContaining(BindException.class.getName())
					.rootCause()
					.hasMessage("Invalid boolean value 'flase'")));
	}

	@ParameterizedTest
	@CsvSource({ "yes, true", "on, true", "TRUE, true", "'', true", "no, false", "off, false" })
	void wordsAreReadAsBootReadsThem(String word, boolean on) {
		this.contextRunner.withPropertyValues("perf-starter.eviction.enabled=" + word)
			.run((context) -> assertThat(context.getBeansOfType(EvictionAutoConfiguration.class)).hasSize(on ? 1 : 0));
	}

	@Test
	void allFeaturesSwitchedOffLeaveNoBeanOfOurs() throws IOException {
		String[] off = switches().stream().map((property) -> property + "=false").toArray(String[]::new);
		this.contextRunner
			.withConfiguration(AutoConfigurations.of(DataSourceAutoConfiguration.class,
					DataSourceTransactionManagerAutoConfiguration.class, CacheAutoConfiguration.class,
					TaskExecutionAutoConfiguration.class, MetricsAutoConfiguration.class,
					SimpleMetricsExportAutoConfiguration.class))
			.withPropertyValues(off)
			.withPropertyValues("spring.datasource.url=jdbc:h2:mem:off",
					"perf-starter.async.executors.mail.concurrency-limit=1",
					"perf-starter.async.requests.concurrency-limit=1",
					"perf-starter.coherence.caches.tickets.time-to-live=1m",
					"perf-starter.routing.replicas.r1.url=jdbc:h2:mem:off-r1", "perf-starter.warmup.shutdown-delay=1s")
			.run((context) -> assertThat(context).hasNotFailed()
				.getBeans(Object.class)
				.allSatisfy((name, bean) -> assertThat(bean.getClass().getName()).as(name)
					.doesNotStartWith("io.perfstarter.")));
	}

}
