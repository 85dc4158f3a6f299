package io.perfstarter.routing;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Says in the log what becomes of the servers. Thread-safe.
 */
final class RoutingLog implements RoutingListener {

	private static final Log logger = LogFactory.getLog(Routing.class);

	@Override
	public void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
		switch (now) {
			case UP -> logger.info("Replica '%s' is read from".formatted(name));
			case UNKNOWN -> logger.debug("Replica '%s' was not asked yet".formatted(name));
			case LATE ->
				logger.warn("Replica '%s' is not read from until it is nearer, by 'perf-starter.routing.lag.max': %s"
					.formatted(name, error));
			case DOWN ->
				logger.warn("Replica '%s' cannot be used: %s. If that is not its server, compare what is below '%s'"
					.formatted(name, error, "perf-starter.routing.replicas." + name));
			case WRITABLE ->
				logger.warn(("Replica '%s' would take writes, so it is no replica, or not any more, and not "
						+ "read from: compare 'perf-starter.routing.replicas.%s.url'")
					.formatted(name, name));
			case FOREIGN ->
				logger.warn(("Replica '%s' belongs to another cluster than the primary and is not read from: "
						+ "compare 'perf-starter.routing.replicas.%s.url'")
					.formatted(name, name));
		}
	}

	@Override
	public void primaryChanged(boolean answering, @Nullable String error) {
		if (answering) {
			logger.info("The primary answers");
		}
		else {
			logger.warn("The primary does not answer, replicas are read from as they are: " + error);
		}
	}

}
