package io.perfstarter.coherence.autoconfigure;

import java.util.List;

import io.perfstarter.coherence.FanOut;
import io.perfstarter.coherence.protocol.NodeStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} that tells what may be served from the caches. Always up,
 * because an instance that goes by the age of its copies works, only with more load on
 * the database.
 */
class CoherenceHealthIndicator extends AbstractHealthIndicator {

	private final FanOut fanOut;

	CoherenceHealthIndicator(FanOut fanOut) {
		super("The state of coherence could not be told");
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
