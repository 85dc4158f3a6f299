package io.perfstarter.routing.connection;

import io.perfstarter.routing.freshness.ReplicaState;
import io.perfstarter.routing.freshness.RoutingListener;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Logs the state changes of the servers. Thread-safe.
 */
class RoutingLog implements RoutingListener {

	private static final Log logger = LogFactory.getLog(Routing.class);

	@Override
	public void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
		switch (now) {
			case UP -> logger.info("Replica '%s' is up and serves reads".formatted(name));
			case UNKNOWN -> logger.debug("Replica '%s' was not probed yet".formatted(name));
			case LATE ->
				logger.warn("Replica '%s' excluded by 'perf-starter.routing.lag.max': %s".formatted(name, error));
			case DOWN -> logger.warn("Replica '%s' is down: %s%s".formatted(name, error, remedy(name, error)));
			case WRITABLE -> logger.warn(("Replica '%s' excluded: the server accepts writes, so it is not a replica. "
					+ "Check 'perf-starter.routing.replicas.%s.url'")
				.formatted(name, name));
			case FOREIGN ->
				logger.warn(("Replica '%s' excluded: it belongs to a different cluster or database than the primary. "
						+ "Check 'perf-starter.routing.replicas.%s.url'")
					.formatted(name, name));
		}
	}

	@Override
	public void replicaStillDown(String name, String error) {
		logger.warn("Replica '%s' is still down, now because of: %s%s".formatted(name, error, remedy(name, error)));
	}

	private static String remedy(String name, @Nullable String error) {
		// Some errors name a setting themselves.
		return (error != null && error.contains("'perf-starter.routing.")) ? ""
				: ". If this is the wrong server, check the properties under 'perf-starter.routing.replicas.%s'"
					.formatted(name);
	}

	@Override
	public void primaryChanged(boolean answering, @Nullable String error) {
		if (answering) {
			logger.info("The primary is reachable");
		}
		else {
			logger.warn("The primary is unreachable; replicas continue to serve reads: " + error);
		}
	}

}
