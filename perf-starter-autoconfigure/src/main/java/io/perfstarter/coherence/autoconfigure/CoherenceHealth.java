package io.perfstarter.coherence.autoconfigure;

import java.util.List;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.protocol.NodeStatus;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * Creates {@link HealthIndicator}s that show the mode of serving cached entries. Always
 * UP, because an instance in TTL fallback works, only with more load on the database.
 */
final class CoherenceHealth {

	private CoherenceHealth() {
	}

	static HealthIndicator of(LogFanOut fanOut) {
		return () -> Health.up().withDetail("mode", fanOut.mode()).withDetail("instances", fanOut.members()).build();
	}

	static HealthIndicator of(FanOut fanOut) {
		return () -> describe(fanOut.status());
	}

	private static Health describe(@Nullable NodeStatus status) {
		Health.Builder health = Health.up();
		if (status != null) {
			List<String> silent = status.silent();
			health.withDetail("mode", status.mode()).withDetail("peers", status.members().size());
			if (!silent.isEmpty()) {
				health.withDetail("silent", silent);
			}
		}
		return health.build();
	}

}
