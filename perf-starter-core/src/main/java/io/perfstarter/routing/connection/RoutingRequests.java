package io.perfstarter.routing.connection;

import io.perfstarter.routing.session.RequestScopeFilter;
import io.perfstarter.routing.session.SessionWrites;
import jakarta.servlet.Filter;

/**
 * Creates the servlet filter of routing. A separate class, because applications without
 * servlets cannot load it.
 */
public final class RoutingRequests {

	private RoutingRequests() {
	}

	/**
	 * Returns a filter that binds the reads and writes of a web request together.
	 * @param routing the routing
	 * @param acrossRequests whether later requests of an HTTP session must see earlier
	 * writes: on this instance always, on other instances for the configured window
	 * @return the filter, to be ordered before any filter that reads from the database
	 */
	public static Filter filter(Routing routing, boolean acrossRequests) {
		return new RequestScopeFilter(routing.scopes(), acrossRequests ? new SessionWrites(routing.window()) : null);
	}

}
