package io.perfstarter.routing.autoconfigure;

import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;

import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/**
 * {@link Endpoint} that shows the state of the servers.
 */
@Endpoint(id = "routing")
class RoutingEndpoint {

	private final Routing routing;

	RoutingEndpoint(Routing routing) {
		this.routing = routing;
	}

	@ReadOperation
	RoutingStatus routing() {
		return this.routing.status();
	}

}
