package io.perfstarter.coherence.matrix;

import io.perfstarter.async.autoconfigure.AsyncAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceAutoConfiguration;
import io.perfstarter.coherence.autoconfigure.CoherenceFanOutAutoConfiguration;
import io.perfstarter.eviction.autoconfigure.EvictionAutoConfiguration;
import io.perfstarter.jdbc.autoconfigure.JdbcObservationAutoConfiguration;

import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.aop.AopAutoConfiguration;
import org.springframework.boot.autoconfigure.task.TaskExecutionAutoConfiguration;
import org.springframework.boot.cache.autoconfigure.CacheAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.JdbcTemplateAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.tomcat.autoconfigure.servlet.TomcatServletWebServerAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionAutoConfiguration;
import org.springframework.boot.transaction.autoconfigure.TransactionManagerCustomizationAutoConfiguration;
import org.springframework.boot.webmvc.autoconfigure.DispatcherServletAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.EnableAsync;

/**
 * An application that reads prices by JDBC, with no more of Boot than that needs. Who
 * imports it enables caching, in the order that it wants.
 */
@Configuration(proxyBeanMethods = false)
@EnableAsync
@ImportAutoConfiguration({ TomcatServletWebServerAutoConfiguration.class, DispatcherServletAutoConfiguration.class,
		DataSourceAutoConfiguration.class, JdbcTemplateAutoConfiguration.class,
		DataSourceTransactionManagerAutoConfiguration.class, TransactionAutoConfiguration.class,
		TransactionManagerCustomizationAutoConfiguration.class, AopAutoConfiguration.class,
		CacheAutoConfiguration.class, TaskExecutionAutoConfiguration.class, MetricsAutoConfiguration.class,
		CompositeMeterRegistryAutoConfiguration.class, SimpleMetricsExportAutoConfiguration.class,
		AsyncAutoConfiguration.class, CoherenceAutoConfiguration.class, CoherenceFanOutAutoConfiguration.class,
		EvictionAutoConfiguration.class, JdbcObservationAutoConfiguration.class })
class PricesApplication {

	@Bean
	Prices prices(JdbcTemplate jdbc) {
		return new Prices(jdbc);
	}

}
