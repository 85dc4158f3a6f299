package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ConnectionReplacement;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.routing.checks.LockRefusal;
import io.perfstarter.routing.checks.WriteRefusal;
import io.perfstarter.routing.freshness.ReplicaState;
import io.perfstarter.routing.freshness.ReplicaWatch;
import io.perfstarter.routing.freshness.Sampler;
import io.perfstarter.support.DaemonThreads;
import org.jspecify.annotations.Nullable;

/**
 * A replica server, its pool, its state and its counters. Thread-safe.
 */
final class Replica {

	private final Server server;

	private final ReplicaWatch watch;

	private final ReplicaReads reads;

	private final WriteRefusal refusals;

	private final LockRefusal locks;

	private final PoolSlots slots;

	private final ConnectionCounts counts = new ConnectionCounts();

	private final Set<BorrowedConnection> borrowed = ConcurrentHashMap.newKeySet();

	// Guarded by the lock of the watch, whose listener changes it.
	private boolean hanging;

	Replica(Server server, ReplicaWatch watch, ReplicaReads reads, WriteRefusal refusals, LockRefusal locks,
			PoolSlots slots) {
		this.server = server;
		this.watch = watch;
		this.reads = reads;
		this.refusals = refusals;
		this.locks = locks;
		this.slots = slots;
	}

	Server server() {
		return this.server;
	}

	ReplicaWatch watch() {
		return this.watch;
	}

	ConnectionCounts counts() {
		return this.counts;
	}

	/**
	 * Returns the slots of the pool. Callers must acquire one before they borrow a
	 * connection.
	 */
	PoolSlots slots() {
		return this.slots;
	}

	/**
	 * Returns whether a read may use this replica: it is up and shows all writes up to a
	 * time.
	 * @param token the time, {@link Sampler#NEVER} if no write is required
	 */
	boolean isEligible(long token) {
		return this.watch.state() == ReplicaState.UP && hasAll(token);
	}

	private boolean hasAll(long token) {
		if (token == Sampler.NEVER) {
			return true;
		}
		long horizon = this.watch.horizon();
		return horizon != Sampler.NEVER && horizon - token > 0;
	}

	/**
	 * Returns the used share of the pool.
	 */
	double load() {
		return (double) this.slots.acquired() / this.server.poolSize();
	}

	/**
	 * Borrows a connection for a read within the maximum lag.
	 * @param substitutes supply a connection of another server if this one fails before
	 * it returned data
	 * @return the connection, {@code null} if none is available
	 */
	@Nullable Connection borrow(Reason reason, Substitutes substitutes) throws SQLException {
		return borrow(reason, this.watch.horizon(), substitutes);
	}

	/**
	 * Borrows a connection for a read without a lag limit, whose results must not be
	 * cached.
	 * @param substitutes supply a connection of another server if this one fails before
	 * it returned data
	 * @return the connection, {@code null} if none is available
	 */
	@Nullable Connection borrowStale(Reason reason, Substitutes substitutes) throws SQLException {
		return borrow(reason, Sampler.NEVER, substitutes);
	}

	private @Nullable Connection borrow(Reason reason, long horizon, Substitutes substitutes) throws SQLException {
		Connection connection = connection();
		if (connection == null) {
			return null;
		}
		this.counts.count(reason);
		BorrowedConnection borrowed = new BorrowedConnection(this.borrowed);
		Connection observed = ObservedConnections.observe(connection, this.server.name(),
				List.of(new ReadHorizonRecorder(this.server.name(), this.reads, horizon), borrowed,
						new ReadConnectionListener(this.server.name(), this.refusals, this.slots::release)),
				new Replacement(substitutes));
		borrowed.begin(observed);
		// The replica may have gone down after the unanswered connections were aborted.
		if (this.watch.state() == ReplicaState.DOWN) {
			observed.close();
			return null;
		}
		return observed;
	}

	private @Nullable Connection connection() throws SQLException {
		boolean borrowed = false;
		try {
			Connection connection = this.server.pool().getConnection();
			borrowed = true;
			return connection;
		}
		catch (SQLException ex) {
			if (Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			if (!ConnectionLoss.isPoolTimeout(ex)) {
				this.watch.borrowFailed(ex);
			}
			return null;
		}
		finally {
			if (!borrowed) {
				this.slots.release();
			}
		}
	}

	/**
	 * Called when the replica has not responded to a probe. The first time, the reads
	 * that have not returned data are repeated on another server. If it does not respond
	 * the next time either, all reads end, since they could hang forever.
	 */
	void unresponsive() {
		abort(this.hanging ? BorrowedConnection::abort : BorrowedConnection::abortUnanswered);
		this.hanging = true;
	}

	/**
	 * Called when the state of the replica has changed.
	 */
	void changed(ReplicaState now) {
		if (now != ReplicaState.DOWN) {
			this.hanging = false;
		}
	}

	private void abort(Consumer<BorrowedConnection> abortion) {
		if (!this.borrowed.isEmpty()) {
			// An abort may block in the driver.
			DaemonThreads.create("routing-" + this.server.name() + "-abort", () -> this.borrowed.forEach(abortion))
				.start();
		}
	}

	/**
	 * Replaces the connection of a read that was lost or whose statement was refused.
	 * Confined to the thread that uses the connection.
	 */
	private final class Replacement implements ConnectionReplacement {

		private final Substitutes substitutes;

		private @Nullable ConnectionAttempt chosen;

		private Replacement(Substitutes substitutes) {
			this.substitutes = substitutes;
		}

		@Override
		public @Nullable SQLException refusal(String sql) {
			return Replica.this.locks.of(Replica.this.server.name(), sql);
		}

		@Override
		public boolean isFor(SQLException failure) {
			if (isLost(failure)) {
				this.chosen = this.substitutes.afterLoss();
			}
			else {
				this.chosen = ConnectionLoss.isRefusal(failure) ? this.substitutes.afterRefusal() : null;
			}
			return this.chosen != null;
		}

		@Override
		public void evict(Connection connection) throws SQLException {
			if (Replica.this.server.pool() instanceof HikariDataSource pool) {
				pool.evictConnection(connection);
			}
			else {
				connection.close();
			}
		}

		@Override
		public boolean losesNothing(SQLException failure) {
			return isLost(failure) || ConnectionLoss.isRefusal(failure);
		}

		/**
		 * Returns whether the connection was lost, and reports the loss.
		 */
		private boolean isLost(SQLException failure) {
			boolean lost = ConnectionLoss.isIn(failure);
			if (lost) {
				Replica.this.watch.borrowFailed(failure);
			}
			return lost;
		}

		@Override
		public Connection connection() throws SQLException {
			return Objects.requireNonNull(Objects.requireNonNull(this.chosen).borrow());
		}

	}

}
