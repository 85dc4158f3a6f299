package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ConnectionReplacement;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.support.JdbcUtils;

/**
 * A replica server, its pool, its state and its counters. Thread-safe.
 */
final class Replica {

	private static final Log logger = LogFactory.getLog(Replica.class);

	private final Server server;

	private final ReplicaWatch watch;

	private final ReadScopes scopes;

	private final PoolSlots slots;

	private final ConnectionCounts counts = new ConnectionCounts();

	private final Set<BorrowedConnection> borrowed = ConcurrentHashMap.newKeySet();

	// Guarded by the lock of the watch, which calls the methods that change it.
	private boolean hanging;

	Replica(Server server, ReplicaWatch watch, ReadScopes scopes, PoolSlots slots) {
		this.server = server;
		this.watch = watch;
		this.scopes = scopes;
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
	 * Returns whether a read may use this replica: the replica is up and shows all writes
	 * up to a time.
	 * @param lastWrite the time, {@link Sampler#NEVER} if no write is required
	 */
	boolean isEligible(long lastWrite) {
		return this.watch.state() == ReplicaState.UP && hasAll(lastWrite);
	}

	/**
	 * Returns whether this replica shows all writes up to a time.
	 */
	boolean hasAll(long lastWrite) {
		if (lastWrite == Sampler.NEVER) {
			return true;
		}
		long horizon = this.watch.horizon();
		return horizon != Sampler.NEVER && horizon - lastWrite > 0;
	}

	/**
	 * Returns the used share of the pool.
	 */
	double load() {
		return (double) this.slots.acquired() / this.slots.size();
	}

	/**
	 * Borrows a connection for a read.
	 * @param horizon the freshness horizon of this replica; {@link Sampler#NEVER} for a
	 * read without a lag limit, whose results must not be cached
	 * @param substitutes supply a connection of another server if this connection fails
	 * before it has returned data
	 * @return the connection, {@code null} if none is available
	 */
	@Nullable Connection borrow(Reason reason, long horizon, Substitutes substitutes) throws SQLException {
		Connection connection = connection();
		if (connection == null) {
			return null;
		}
		this.counts.count(reason);
		BorrowedConnection borrowed = new BorrowedConnection(horizon, substitutes);
		Connection observed = ObservedConnections.observe(connection, this.server.name(), List.of(borrowed), borrowed);
		borrowed.begin(observed);
		// If the replica has just gone down, the abort may have missed this connection.
		if (this.watch.state() == ReplicaState.DOWN) {
			JdbcUtils.closeConnection(observed);
			return null;
		}
		return observed;
	}

	private @Nullable Connection connection() throws SQLException {
		Connection connection = null;
		try {
			connection = this.server.pool().getConnection();
		}
		catch (SQLException ex) {
			if (Thread.currentThread().isInterrupted()) {
				throw ex;
			}
			if (!ConnectionLoss.isPoolTimeout(ex)) {
				this.watch.borrowFailed(ex);
			}
		}
		finally {
			if (connection == null) {
				this.slots.release();
			}
		}
		return connection;
	}

	/**
	 * Called when the replica has not responded to a probe. The first time, reads that
	 * have not returned data are repeated on another server. The second time in a row,
	 * all reads end, because they could hang forever.
	 */
	void unresponsive() {
		boolean unanswered = !this.hanging;
		this.hanging = true;
		// An abort may block in the driver: MariaDB's driver first connects to the
		// server.
		this.borrowed.forEach(
				(each) -> DaemonThreads.create("routing-" + this.server.name() + "-abort", () -> each.abort(unanswered))
					.start());
	}

	/**
	 * Called when the state of the replica has changed.
	 */
	void changed(ReplicaState now) {
		if (now != ReplicaState.DOWN) {
			this.hanging = false;
		}
	}

	/**
	 * What replaces a replica's connection if it has not returned data yet.
	 *
	 * @param afterLoss used if the connection was lost
	 * @param afterRefusal used if the replica, or routing on its behalf, refuses the
	 * first statement; {@code null} if the caller gets the failure
	 */
	record Substitutes(ConnectionAttempt afterLoss, @Nullable ConnectionAttempt afterRefusal) {
	}

	/**
	 * A connection that a read has borrowed. Records how fresh its rows are, and replaces
	 * it if it is lost or a statement is refused. Confined to the thread that uses the
	 * connection, except for the abort.
	 */
	private final class BorrowedConnection implements JdbcListener, ConnectionReplacement {

		private final int hash = ThreadLocalRandom.current().nextInt();

		private final long horizon;

		private final Substitutes substitutes;

		private @Nullable ConnectionAttempt chosen;

		private volatile @Nullable Connection connection;

		/**
		 * Creates the listener of a connection.
		 * @param horizon the freshness horizon of the replica when the connection was
		 * borrowed
		 * @param substitutes supply the replacement
		 */
		private BorrowedConnection(long horizon, Substitutes substitutes) {
			this.horizon = horizon;
			this.substitutes = substitutes;
		}

		private void begin(Connection connection) {
			this.connection = connection;
			Replica.this.borrowed.add(this);
		}

		@Override
		public void executing(ConnectionUsage usage, Execution execution) {
			if (execution.isStatement()) {
				Replica.this.scopes.current().read(execution.startedAt(), this.horizon);
				PrimaryReads.executedOn(Replica.this.server.name());
			}
		}

		@Override
		public SQLException explained(ConnectionUsage usage, Execution execution, SQLException failure) {
			return WriteRefusal.explained(Replica.this.server.name(), execution.sql(), failure);
		}

		@Override
		public void returned(ConnectionUsage usage) {
			this.connection = null;
			Replica.this.borrowed.remove(this);
			Replica.this.slots.release();
		}

		/**
		 * Aborts the connection.
		 * @param unanswered whether to abort it only if it has not returned data yet, so
		 * that the read is repeated on another server; if {@code false}, the read fails
		 */
		private void abort(boolean unanswered) {
			Connection connection = this.connection;
			try {
				if (connection != null && unanswered) {
					ObservedConnections.abortUnanswered(connection);
				}
				else if (connection != null) {
					connection.abort(Runnable::run);
				}
			}
			catch (SQLException | RuntimeException ex) {
				logger.debug("A connection could not be aborted", ex);
			}
		}

		@Override
		public @Nullable SQLException refusal(String sql) {
			return WriteRefusal.ofLock(Replica.this.server.name(), sql);
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

		@Override
		public boolean equals(@Nullable Object other) {
			return this == other;
		}

		/**
		 * Random, because an identity hash code is expensive to create.
		 */
		@Override
		public int hashCode() {
			return this.hash;
		}

	}

}
