package io.perfstarter.routing.autoconfigure;

import java.util.LinkedHashMap;
import java.util.Map;

import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;

import org.springframework.boot.health.contributor.AbstractHealthIndicator;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/**
 * {@link HealthIndicator} that shows the state of the replicas. Always up, because the
 * application works without replicas, with more load on the primary. Boot's {@code db}
 * indicator reports the primary.
 */
class RoutingHealthIndicator extends AbstractHealthIndicator {

	private final Routing routing;

	RoutingHealthIndicator(Routing routing) {
		super("The state of routing could not be determined");
		this.routing = routing;
	}

	@Override
	protected void doHealthCheck(Health.Builder builder) {
		RoutingStatus status = this.routing.status();
		Map<String, String> replicas = new LinkedHashMap<>();
		status.replicas().forEach((replica) -> replicas.put(replica.name(), replica.state().name()));
		builder.up().withDetail("replicas", replicas).withDetail("fallbacks", status.primary().fallbacks());
	}

}
