package io.perfstarter.routing;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * A replica: what is known of it, and how many of its connections are lent. Thread-safe.
 */
final class Replica {

	private final Server server;

	private final ReplicaWatch watch;

	private final AtomicInteger inFlight = new AtomicInteger();

	Replica(Server server, ReplicaWatch watch) {
		this.server = server;
		this.watch = watch;
	}

	Server server() {
		return this.server;
	}

	ReplicaWatch watch() {
		return this.watch;
	}

	/**
	 * Whether a read may go here that must find what was written until a moment.
	 * @param token the moment, {@link ReadScope#NEVER} for none
	 */
	boolean isFit(long token) {
		return this.watch.state() == ReplicaState.UP && hasAll(token);
	}

	private boolean hasAll(long token) {
		if (token == ReadScope.NEVER) {
			return true;
		}
		long horizon = this.watch.horizon();
		return horizon != PrimaryPositions.NEVER && horizon - token > 0;
	}

	/**
	 * How much of the pool is lent, or wanted.
	 */
	double load() {
		return (double) this.inFlight.get() / this.server.poolSize();
	}

	int inFlight() {
		return this.inFlight.get();
	}

	/**
	 * Whether all connections are lent, so that a failure to get one says nothing of the
	 * server.
	 */
	boolean isFull() {
		return this.inFlight.get() > this.server.poolSize();
	}

	void wanted() {
		this.inFlight.incrementAndGet();
	}

	void returned() {
		this.inFlight.decrementAndGet();
	}

}
