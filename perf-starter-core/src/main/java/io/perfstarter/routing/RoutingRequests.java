package io.perfstarter.routing;

import jakarta.servlet.Filter;

/**
 * Makes the filter of routing, apart from it, because many an application has no
 * servlets.
 */
public final class RoutingRequests {

	private RoutingRequests() {
	}

	/**
	 * Keeps together what a web request reads and writes.
	 * @param routing what decides
	 * @param acrossRequests whether a session's requests find what earlier ones have
	 * written, at this instance; for some time after the write at others
	 * @return the filter, to come before all that reads
	 */
	public static Filter filter(Routing routing, boolean acrossRequests) {
		return new RequestScopeFilter(routing.scopes(), acrossRequests ? new SessionWrites(routing.window()) : null);
	}

}
