package io.perfstarter.routing;

import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes what routing does visible: all of it in meters, changes in the log. Thread-safe.
 */
final class RoutingReport implements RoutingListener {

	private static final String METERS = "perf.starter.routing.";

	private static final Log logger = LogFactory.getLog(Routing.class);

	private final Map<String, Map<Reason, Counter>> routed = new HashMap<>();

	private final Counter rejected;

	RoutingReport(Server primary, List<Server> replicas, MeterRegistry registry) {
		count(primary, registry);
		replicas.forEach((replica) -> count(replica, registry));
		this.rejected = Counter.builder(METERS + "rejected")
			.description("Read-only transactions that no server was allowed to serve")
			.baseUnit("transactions")
			.register(registry);
	}

	private void count(Server server, MeterRegistry registry) {
		Map<Reason, Counter> reasons = new EnumMap<>(Reason.class);
		for (Reason reason : Reason.values()) {
			reasons.put(reason,
					Counter.builder(METERS + "connections")
						.description("Connections by where they came from, and why")
						.baseUnit("connections")
						.tag("target", server.name())
						.tag("reason", reason.name().toLowerCase(Locale.ROOT).replace('_', '-'))
						.register(registry));
		}
		this.routed.put(server.name(), reasons);
	}

	/**
	 * Shows what changes by itself.
	 */
	static void gauges(List<Replica> replicas, PrimaryBudget budget, MeterRegistry registry) {
		Gauge.builder(METERS + "fallbacks", budget, PrimaryBudget::taken)
			.description("Connections of the primary lent to reads because no replica was fit")
			.baseUnit("connections")
			.register(registry);
		for (Replica replica : replicas) {
			String name = replica.server().name();
			TimeGauge.builder(METERS + "lag", replica, TimeUnit.SECONDS, RoutingReport::lag)
				.description("How far a replica is behind at most")
				.tag("replica", name)
				.register(registry);
			for (ReplicaState state : ReplicaState.values()) {
				Gauge.builder(METERS + "state", replica, (watched) -> (watched.watch().state() != state) ? 0 : 1)
					.description("What is known of a replica")
					.tag("replica", name)
					.tag("state", state.name().toLowerCase(Locale.ROOT))
					.register(registry);
			}
		}
	}

	private static double lag(Replica replica) {
		Duration lag = replica.watch().lag();
		return (lag != null) ? lag.toNanos() / 1e9 : Double.NaN;
	}

	void routed(Server server, Reason reason) {
		Map<Reason, Counter> reasons = this.routed.get(server.name());
		Counter counter = (reasons != null) ? reasons.get(reason) : null;
		if (counter != null) {
			counter.increment();
		}
	}

	void rejected() {
		this.rejected.increment();
	}

	@Override
	public void replicaChanged(String name, ReplicaState before, ReplicaState now, @Nullable String error) {
		switch (now) {
			case UP -> logger.info("Replica '%s' is read from".formatted(name));
			case UNKNOWN -> logger.debug("Replica '%s' was not asked yet".formatted(name));
			case LATE ->
				logger.warn("Replica '%s' is too far behind and not read from until it is nearer".formatted(name));
			case DOWN -> logger.warn("Replica '%s' cannot be used: %s".formatted(name, error));
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
