package io.perfstarter.coherence.autoconfigure;

import java.util.List;
import java.util.function.Consumer;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.LogFanOut;
import io.perfstarter.coherence.protocol.NodeStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} that shows the mode of serving cached entries. Always UP,
 * because an instance in TTL fallback works, only with more load on the database.
 */
final class CoherenceHealthIndicator extends AbstractHealthIndicator {

	private final Consumer<Health.Builder> details;

	private CoherenceHealthIndicator(Consumer<Health.Builder> details) {
		super("The health of coherence could not be determined");
		this.details = details;
	}

	static CoherenceHealthIndicator of(FanOut fanOut) {
		return new CoherenceHealthIndicator((builder) -> describe(fanOut, builder));
	}

	static CoherenceHealthIndicator of(LogFanOut fanOut) {
		return new CoherenceHealthIndicator(
				(builder) -> builder.withDetail("mode", fanOut.mode()).withDetail("instances", fanOut.members()));
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		this.details.accept(builder.up());
	}

	private static void describe(FanOut fanOut, Health.Builder builder) {
		NodeStatus status = fanOut.status();
		if (status == null) {
			return;
		}
		builder.withDetail("mode", status.mode()).withDetail("peers", status.members().size());
		List<String> silent = status.silent();
		if (!silent.isEmpty()) {
			builder.withDetail("silent", silent);
		}
	}

}
