package io.perfstarter.coherence.autoconfigure;

import java.util.List;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.protocol.NodeStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} that shows the mode of serving cached entries. Always UP,
 * because an instance in TTL fallback works, only with more load on the database.
 */
class CoherenceHealthIndicator extends AbstractHealthIndicator {

	private final FanOut fanOut;

	CoherenceHealthIndicator(FanOut fanOut) {
		super("The health of coherence could not be determined");
		this.fanOut = fanOut;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		builder.up();
		NodeStatus status = this.fanOut.status();
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
