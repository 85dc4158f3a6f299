package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import io.perfstarter.jdbc.ConnectionReplacement;
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

	private final Places places;

	private final Lent lent = new Lent();

	private final Set<UnusedLease> unused = ConcurrentHashMap.newKeySet();

	Replica(Server server, ReplicaWatch watch, ReplicaReads reads, WriteRefusal refusals, Places places) {
		this.server = server;
		this.watch = watch;
		this.reads = reads;
		this.refusals = refusals;
		this.places = places;
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
	 * How much of its pool is lent. Who borrows has taken a place before.
	 */
	Places places() {
		return this.places;
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
	 * How much of the pool is lent.
	 */
	double load() {
		return (double) this.places.taken() / this.server.poolSize();
	}

	/**
	 * Lends a connection to read what is as old as the replica may be.
	 * @param other gives a connection of another server if this one is lost before
	 * anything was read with it
	 * @return the connection, {@code null} if there is none to be had
	 */
	@Nullable Connection borrow(Reason reason, Borrowing other) throws SQLException {
		return borrow(reason, this.watch.horizon(), other);
	}

	/**
	 * Lends a connection to read what may be of any age, and so is not to be cached.
	 * @param other as above
	 * @return the connection, {@code null} if there is none to be had
	 */
	@Nullable Connection borrowStale(Reason reason, Borrowing other) throws SQLException {
		return borrow(reason, PrimaryPositions.NEVER, other);
	}

	private @Nullable Connection borrow(Reason reason, long horizon, Borrowing other) throws SQLException {
		Connection connection = connection();
		if (connection == null) {
			return null;
		}
		this.lent.count(reason);
		UnusedLease unused = new UnusedLease(this.unused);
		Connection observed = ObservedConnections.observe(connection, this.server.name(),
				List.of(new HorizonLease(this.server.name(), this.reads, horizon), unused,
						new ReadLease(this.server.name(), this.refusals, this.places::giveBack)),
				new Replacement(other));
		unused.begin(observed);
		// Who came after all were broken off looks himself.
		if (this.watch.state() == ReplicaState.DOWN) {
			observed.close();
			return null;
		}
		return observed;
	}

	private @Nullable Connection connection() throws SQLException {
		boolean lent = false;
		try {
			Connection connection = this.server.pool().getConnection();
			lent = true;
			return connection;
		}
		catch (SQLException ex) {
			if (Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			// A pool that is slow to open a connection names no cause.
			if (!(ex instanceof SQLTransientConnectionException) || ex.getCause() != null) {
				this.watch.borrowFailed(ex);
			}
			return null;
		}
		finally {
			if (!lent) {
				this.places.giveBack();
			}
		}
	}

	/**
	 * It does not answer: who waits for its first answer, which may never come, is served
	 * by another.
	 */
	void breakOff() {
		if (!this.unused.isEmpty()) {
			// A driver may take its time.
			SamplerThreads.create(this.server.name() + "-break-off", () -> this.unused.forEach(UnusedLease::breakOff))
				.start();
		}
	}

	/**
	 * Another connection for a read whose first one was lost.
	 */
	private final class Replacement implements ConnectionReplacement {

		private final Borrowing other;

		private Replacement(Borrowing other) {
			this.other = other;
		}

		@Override
		public boolean isFor(SQLException failure) {
			if (!ConnectionLoss.isIn(failure)) {
				return false;
			}
			Replica.this.watch.borrowFailed(failure);
			return true;
		}

		@Override
		public Connection connection() throws SQLException {
			return Objects.requireNonNull(this.other.borrow());
		}

	}

}
