package io.perfstarter.routing.connection;

import java.util.List;
import java.util.function.ToIntFunction;

import io.perfstarter.routing.freshness.ReplicaState;
import io.perfstarter.support.SharedResource;

/**
 * The connections of the replicas that serve reads, and the reads that wait for a
 * connection of any server. Thread-safe.
 */
final class ReadConnections implements SharedResource {

	private final List<Replica> replicas;

	private final ReadQueue queue;

	ReadConnections(List<Replica> replicas, ReadQueue queue) {
		this.replicas = replicas;
		this.queue = queue;
	}

	@Override
	public String name() {
		return "connections for reads";
	}

	@Override
	public double busy() {
		return Math.min(1, (double) sum((replica) -> replica.slots().acquired())
				/ Math.max(1, sum((replica) -> replica.server().poolSize())));
	}

	@Override
	public int waiting() {
		return this.queue.waiting();
	}

	private int sum(ToIntFunction<Replica> figure) {
		return this.replicas.stream()
			.filter((replica) -> replica.watch().state() == ReplicaState.UP)
			.mapToInt(figure)
			.sum();
	}

}
