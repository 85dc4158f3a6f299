package io.perfstarter.routing.faults;

import io.perfstarter.routing.connection.ReplicaState;
import io.perfstarter.routing.connection.Routing;
import io.perfstarter.routing.connection.RoutingStatus;

/**
 * The state of the two servers as seen by routing.
 *
 * @param primary whether the primary is reachable
 * @param standby whether the standby may be read from
 */
record Known(boolean primary, boolean standby) {

	static Known now(Routing routing) {
		RoutingStatus status = routing.status();
		return new Known(Boolean.TRUE.equals(status.primary().answering()),
				status.replicas().get(0).state() == ReplicaState.UP);
	}

}
