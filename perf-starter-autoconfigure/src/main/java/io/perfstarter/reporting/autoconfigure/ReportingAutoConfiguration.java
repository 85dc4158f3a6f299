package io.perfstarter.reporting.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.coherence.cache.GuardedCacheManager;
import io.perfstarter.reporting.CacheLines;
import io.perfstarter.reporting.CacheLines.Activity;
import io.perfstarter.reporting.PeriodReport;

import org.springframework.boot.LazyInitializationExcludeFilter;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the reports.
 */
@AutoConfiguration(afterName = "io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration")
@ConditionalOnBooleanProperty(name = "perf-starter.reporting.enabled", matchIfMissing = true)
@ConditionalOnBean(GuardedCacheManager.class)
@EnableConfigurationProperties(ReportingProperties.class)
public final class ReportingAutoConfiguration {

	@Bean
	@ConditionalOnMissingBean
	PeriodReport periodReport(ReportingProperties properties, GuardedCacheManager cacheManager) {
		return new PeriodReport(properties.checkedPeriod(), new CacheLines(() -> activities(cacheManager)));
	}

	@Bean
	static LazyInitializationExcludeFilter eagerPeriodReport() {
		return LazyInitializationExcludeFilter.forBeanTypes(PeriodReport.class);
	}

	private static Map<String, Activity> activities(GuardedCacheManager cacheManager) {
		Map<String, Activity> activities = new LinkedHashMap<>();
		cacheManager.counts()
			.forEach((name, counts) -> activities.put(name,
					new Activity(counts.hits(), counts.misses(), counts.evictions(), counts.size())));
		return activities;
	}

}
