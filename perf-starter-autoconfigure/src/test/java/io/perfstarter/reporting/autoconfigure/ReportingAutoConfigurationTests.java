package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.reporting.PeriodReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.cache.Cache;
import org.springframework.cache.CacheManager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ReportingAutoConfiguration}.
 */
@ExtendWith(OutputCaptureExtension.class)
class ReportingAutoConfigurationTests {

	private final ApplicationContextRunner contextRunner = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(CoherenceAutoConfiguration.class, ReportingAutoConfiguration.class))
		.withPropertyValues("perf-starter.coherence.caches.tickets.time-to-live=10m");

	@Test
	void logsOneLineForEachCacheAndPeriod(CapturedOutput output) {
		this.contextRunner.withPropertyValues("perf-starter.reporting.period=50ms").run((context) -> {
			Cache cache = context.getBean(CacheManager.class).getCache("tickets");
			assertThat(cache).isNotNull();
			cache.put(1L, "ticket");
			cache.get(1L);
			await("activity").untilAsserted(() -> assertThat(output)
				.containsPattern("cache=tickets hits=1 misses=0 hit-rate=100.00% evictions=0 size=1"));
			await("quiet period").untilAsserted(() -> assertThat(output)
				.containsPattern("cache=tickets hits=0 misses=0 hit-rate=n/a evictions=0 size=1"));
		});
	}

	@Test
	void stopsItsThreadWithTheContext() {
		this.contextRunner.run((context) -> assertThat(reportingThreads()).isPositive());
		await("thread ended").until(() -> reportingThreads() == 0);
	}

	@Test
	void isOffWithoutCachesOfOurs() {
		new ApplicationContextRunner()
			.withConfiguration(
					AutoConfigurations.of(CoherenceAutoConfiguration.class, ReportingAutoConfiguration.class))
			.run((context) -> assertThat(context).doesNotHaveBean(PeriodReport.class));
	}

	@Test
	void leavesNothingBehindWhenSwitchedOff() {
		this.contextRunner.withPropertyValues("perf-starter.reporting.enabled=false")
			.run((context) -> assertThat(context).doesNotHaveBean(PeriodReport.class));
	}

	@Test
	void wrongPeriodStopsTheStart() {
		this.contextRunner.withPropertyValues("perf-starter.reporting.period=0s")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.isInstanceOfSatisfying(InvalidConfigurationPropertyValueException.class,
						(failure) -> assertThat(failure.getName()).isEqualTo("perf-starter.reporting.period")));
	}

	private static long reportingThreads() {
		return Thread.getAllStackTraces()
			.keySet()
			.stream()
			.filter((thread) -> thread.getName().equals("perf-starter-reporting"))
			.count();
	}

}
