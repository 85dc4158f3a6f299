package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.jdbc.ObservedConnections;
import org.jspecify.annotations.Nullable;

/**
 * A replica: what is known of it, and what it lends. Thread-safe.
 */
final class Replica {

	private final Server server;

	private final ReplicaWatch watch;

	private final ReplicaReads reads;

	private final WriteRefusal refusals;

	private final Lent lent = new Lent();

	private final AtomicInteger inFlight = new AtomicInteger();

	Replica(Server server, ReplicaWatch watch, ReplicaReads reads, WriteRefusal refusals) {
		this.server = server;
		this.watch = watch;
		this.reads = reads;
		this.refusals = refusals;
	}

	Server server() {
		return this.server;
	}

	ReplicaWatch watch() {
		return this.watch;
	}

	Lent lent() {
		return this.lent;
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
	 * Lends a connection to read what is as old as the replica may be.
	 * @return the connection, {@code null} if there is none to be had
	 */
	@Nullable Connection borrow(Reason reason) {
		return borrow(reason, this.watch.horizon());
	}

	/**
	 * Lends a connection to read what may be of any age, and so is not to be cached.
	 * @return the connection, {@code null} if there is none to be had
	 */
	@Nullable Connection borrowStale(Reason reason) {
		return borrow(reason, PrimaryPositions.NEVER);
	}

	private @Nullable Connection borrow(Reason reason, long horizon) {
		this.inFlight.incrementAndGet();
		boolean lent = false;
		try {
			Connection connection = this.server.pool().getConnection();
			lent = true;
			this.lent.count(reason);
			return ObservedConnections.observe(connection, this.server.name(),
					List.of(new HorizonLease(this.server.name(), this.reads, horizon),
							new ReadLease(this.server.name(), this.refusals, this.inFlight::decrementAndGet)));
		}
		catch (SQLException ex) {
			// Of a pool that has lent everything the failure says nothing of the server.
			if (this.inFlight.get() <= this.server.poolSize()) {
				this.watch.borrowFailed(ex);
			}
			return null;
		}
		finally {
			if (!lent) {
				this.inFlight.decrementAndGet();
			}
		}
	}

}
