package io.perfstarter.routing.connection;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.TimeGauge;

/**
 * Registers the meters of routing.
 *
 * @param registry where to register the meters
 */
record RoutingMeters(MeterRegistry registry) {

	private static final String METERS = "perf.starter.routing.";

	void bind(Primary primary, List<Replica> replicas, ReadQueue queue, ConnectionRouter router) {
		connections(primary.server(), primary.counts());
		bound("primary", router.boundOnPrimary());
		bound("replica", router.boundOnReplica());
		FunctionCounter.builder(METERS + "rejected", router.rejected(), LongAdder::sum)
			.description("Read-only transactions that got no connection of any server")
			.baseUnit("transactions")
			.register(this.registry);
		Gauge.builder(METERS + "fallbacks", primary.budget(), PrimaryBudget::acquired)
			.description("Connections of the primary in use by reads because no replica was available")
			.baseUnit("connections")
			.register(this.registry);
		Gauge.builder(METERS + "waiting", queue, ReadQueue::waiting)
			.description("Read-only transactions waiting for a connection of any server")
			.baseUnit("transactions")
			.register(this.registry);
		replicas.forEach(this::bind);
	}

	private void bound(String server, LongAdder reads) {
		FunctionCounter.builder(METERS + "bound.reads", reads, LongAdder::sum)
			.description("Read-only transactions that had to find an earlier write, by the server that had it")
			.baseUnit("transactions")
			.tag("server", server)
			.register(this.registry);
	}

	private void connections(Server server, ConnectionCounts counts) {
		for (Reason reason : Reason.values()) {
			FunctionCounter.builder(METERS + "connections", counts.number(reason), LongAdder::sum)
				.description("Borrowed connections by server and by the reason for choosing it")
				.baseUnit("connections")
				.tag("target", server.name())
				.tag("reason", reason.tag())
				.register(this.registry);
		}
	}

	private void bind(Replica replica) {
		String name = replica.server().name();
		connections(replica.server(), replica.counts());
		TimeGauge.builder(METERS + "lag", replica, TimeUnit.SECONDS, RoutingMeters::lag)
			.description("Upper bound of the lag of a replica")
			.tag("replica", name)
			.register(this.registry);
		for (ReplicaState state : ReplicaState.values()) {
			Gauge.builder(METERS + "state", replica, (watched) -> (watched.watch().state() != state) ? 0 : 1)
				.description("State of a replica: 1 for the current state, 0 for the others")
				.tag("replica", name)
				.tag("state", state.name().toLowerCase(Locale.ROOT))
				.register(this.registry);
		}
	}

	private static double lag(Replica replica) {
		Duration lag = replica.watch().lag();
		return (lag != null) ? lag.toNanos() / 1e9 : Double.NaN;
	}

}
