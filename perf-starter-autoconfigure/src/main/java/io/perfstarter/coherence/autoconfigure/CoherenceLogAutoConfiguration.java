package io.perfstarter.coherence.autoconfigure;

import java.time.Duration;
import java.util.UUID;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.audit.ForgottenEvictions;
import io.perfstarter.coherence.postgres.PostgresLog;
import io.perfstarter.coherence.postgres.PostgresLogTimings;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.health.autoconfigure.HealthEntry;
import io.perfstarter.settings.autoconfigure.ConditionalOnSwitch;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.actuate.autoconfigure.endpoint.condition.ConditionalOnAvailableEndpoint;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * {@link EnableAutoConfiguration Auto-configuration} for the invalidation log in the
 * database.
 */
@AutoConfiguration(afterName = "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration")
@ConditionalOnSwitch("perf-starter.coherence.enabled")
@ConditionalOnProperty(name = "perf-starter.coherence.log", havingValue = "database")
public final class CoherenceLogAutoConfiguration {

	private static final String JDBC = "org.springframework.jdbc.datasource.ConnectionHolder";

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnMissingClass(JDBC)
	static class WithoutJdbcConfiguration {

		@Bean
		FanOutRequirements perfStarterLogRequirements(ObjectProvider<FanOutDemand> demand) {
			return new FanOutRequirements(demand, () -> {
				throw new CoherenceCannotStartException(
						"The invalidation log is to be in the database, but Spring JDBC is not on the class path.",
						"Add the dependency 'org.springframework:spring-jdbc', or set 'perf-starter.coherence.log' to 'peers'.");
			});
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JDBC)
	@EnableConfigurationProperties(CoherenceProperties.class)
	static class LogConfiguration {

		private static final PostgresLogTimings TIMINGS = new PostgresLogTimings(Duration.ofHours(1),
				Duration.ofSeconds(5));

		@Bean
		LogDataSource perfStarterLogDataSource(BeanFactory beanFactory, CoherenceProperties properties) {
			return LogDataSource.find(beanFactory, properties.logDataSource());
		}

		@Bean
		PostgresLog perfStarterInvalidationLog(LogDataSource dataSource) {
			return new PostgresLog(UUID.randomUUID().toString(), dataSource.transactions(), dataSource.server(),
					TIMINGS);
		}

		/**
		 * The first of two, because the fan-out to the peers only makes it faster.
		 */
		@Bean
		@Primary
		LogFanOut perfStarterLogFanOut(PostgresLog log, LogDataSource dataSource, CoherenceProperties properties,
				LocalCopies localCopies, FreshnessWatermark watermark, PendingCommits pendingCommits,
				ObjectProvider<FanOut> fanOut, ObjectProvider<MeterRegistry> registry) {
			FanOut messages = fanOut.getIfAvailable();
			Peers hints = (messages != null) ? messages : (events) -> {
			};
			return new LogFanOut(log, properties.logTimings(), log.origin(),
					new LocalSide(localCopies, watermark, pendingCommits),
					() -> TransactionSynchronizationManager.getResource(dataSource.transactions()), hints,
					registry.getIfAvailable(CompositeMeterRegistry::new));
		}

		@Bean
		LogLifecycle perfStarterLogLifecycle(LogFanOut fanOut, LogDataSource dataSource,
				ObjectProvider<FanOutDemand> demand, CoherenceProperties properties) {
			return new LogLifecycle(fanOut, dataSource, demand, properties);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JDBC, value = { Endpoint.class, ConditionalOnAvailableEndpoint.class })
	@ConditionalOnAvailableEndpoint(CoherenceEndpoint.class)
	static class EndpointConfiguration {

		@Bean
		CoherenceEndpoint perfStarterCoherenceLogEndpoint(LogFanOut fanOut,
				ObjectProvider<ForgottenEvictions> detector) {
			return new CoherenceEndpoint(fanOut::status, detector);
		}

	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass(name = JDBC, value = { HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	@ConditionalOnEnabledHealthIndicator("coherence")
	static class HealthConfiguration {

		@Bean
		static HealthEntry perfStarterCoherenceLogHealth(ObjectProvider<LogFanOut> fanOut) {
			return new HealthEntry("coherence", () -> CoherenceHealthIndicator.of(fanOut.getObject()));
		}

	}

}
