package io.perfstarter.coherence.autoconfigure;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.FanOutDemand;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.log.InvalidationLog;
import io.perfstarter.coherence.log.LogTimings;
import io.perfstarter.coherence.protocol.FreshnessWatermark;
import io.perfstarter.coherence.protocol.LocalCopies;
import io.perfstarter.coherence.protocol.LocalSide;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.web.autoconfigure.HealthEntry;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.autoconfigure.contributor.ConditionalOnEnabledHealthIndicator;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/**
 * The fan-out through an invalidation log, in the database or in Redis.
 */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(CoherenceProperties.class)
class LogFanOutConfiguration {

	/**
	 * The first of two beans, because the fan-out to the peers only makes this one
	 * faster.
	 */
	@Bean
	@Primary
	LogFanOut perfStarterLogFanOut(InvalidationLog log, CoherenceProperties properties, LocalCopies localCopies,
			FreshnessWatermark watermark, PendingCommits pendingCommits, ObjectProvider<FanOut> fanOut,
			ObjectProvider<MeterRegistry> registry) {
		FanOut messages = fanOut.getIfAvailable();
		Peers hints = (messages != null) ? messages : Peers.NONE;
		return new LogFanOut(log, new LogTimings(properties.maxStaleness()),
				new LocalSide(localCopies, watermark, pendingCommits), hints,
				registry.getIfAvailable(CompositeMeterRegistry::new));
	}

	@Bean
	DemandLifecycle perfStarterLogLifecycle(LogFanOut fanOut, ObjectProvider<FanOutDemand> demand, LogAccess access) {
		return new DemandLifecycle(DemandLifecycle.LOG, demand, () -> {
			access.begin();
			fanOut.start();
		}, () -> {
			fanOut.stop();
			access.end();
		}, fanOut::isRunning);
	}

	@Configuration(proxyBeanMethods = false)
	@ConditionalOnClass({ HealthIndicator.class, ConditionalOnEnabledHealthIndicator.class })
	@ConditionalOnEnabledHealthIndicator("coherence")
	static class HealthConfiguration {

		@Bean
		static HealthEntry perfStarterCoherenceLogHealth(ObjectProvider<LogFanOut> fanOut) {
			return new HealthEntry("coherence", () -> CoherenceHealth.of(fanOut.getObject()));
		}

	}

}
