package io.perfstarter.routing.faults;

import io.perfstarter.routing.ReplicaState;
import io.perfstarter.routing.Routing;
import io.perfstarter.routing.RoutingStatus;

/**
 * What routing knows of the two servers at a moment.
 *
 * @param primary whether the primary answers
 * @param standby whether the standby may be read from
 */
record Known(boolean primary, boolean standby) {

	static Known now(Routing routing) {
		RoutingStatus status = routing.status();
		return new Known(Boolean.TRUE.equals(status.primary().answering()),
				status.replicas().get(0).state() == ReplicaState.UP);
	}

}
