package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;

import org.springframework.jdbc.support.JdbcUtils;

/**
 * The primary server, its pool and its counters. Thread-safe.
 */
final class Primary {

	private final Server server;

	private final ReadScopes scopes;

	private final LongSupplier clock;

	private final PoolSlots slots;

	private final PrimaryBudget budget;

	private final ConnectionCounts counts = new ConnectionCounts();

	Primary(Server server, ReadScopes scopes, LongSupplier clock, Runnable freed) {
		this.server = server;
		this.scopes = scopes;
		this.clock = clock;
		this.slots = new PoolSlots(server.size(), freed);
		this.budget = new PrimaryBudget(this.slots);
	}

	Server server() {
		return this.server;
	}

	/**
	 * Returns the limit for reads that fall back to the primary.
	 */
	PrimaryBudget budget() {
		return this.budget;
	}

	ConnectionCounts counts() {
		return this.counts;
	}

	/**
	 * Borrows a connection for a write. If the pool is exhausted, the caller waits inside
	 * the pool. No fallback read gets a connection before the caller.
	 */
	Connection toWrite(Reason reason) throws SQLException {
		this.slots.acquire();
		Connection connection = borrow(this.slots::release);
		return observe(connection, reason, new WriteRecorder(this.scopes, this.clock, this.slots::release));
	}

	/**
	 * Borrows a connection for a read that must run on the primary, with the same
	 * precedence as a write.
	 */
	Connection toRead(Reason reason) throws SQLException {
		acquire(true);
		return toReadWithSlot(reason);
	}

	/**
	 * Acquires a slot for a read that must run on the primary.
	 * @param urgent whether to wait inside the pool if no slot is free
	 * @return whether a slot was acquired
	 */
	boolean acquire(boolean urgent) {
		if (this.slots.tryAcquire()) {
			return true;
		}
		if (urgent) {
			this.slots.acquire();
		}
		return urgent;
	}

	/**
	 * Borrows a connection for a read that has acquired a slot.
	 */
	Connection toReadWithSlot(Reason reason) throws SQLException {
		return toRead(reason, this.slots::release);
	}

	/**
	 * Borrows a connection for a fallback read that has acquired a slot of the budget.
	 */
	Connection toReadWithinBudget(Reason reason) throws SQLException {
		return toRead(reason, this.budget::release);
	}

	/**
	 * Borrows a read-only connection: a write in a read-only transaction must fail on the
	 * primary as it does on a replica.
	 */
	private Connection toRead(Reason reason, Runnable back) throws SQLException {
		Connection connection = borrow(back);
		try {
			connection.setReadOnly(true);
		}
		catch (Throwable ex) {
			JdbcUtils.closeConnection(connection);
			back.run();
			throw ex;
		}
		return observe(connection, reason, new JdbcListener() {

			@Override
			public SQLException explained(ConnectionUsage usage, Execution execution, SQLException failure) {
				return WriteRefusal.explained(null, execution.sql(), failure);
			}

			@Override
			public void returned(ConnectionUsage usage) {
				back.run();
			}

		});
	}

	private Connection borrow(Runnable back) throws SQLException {
		try {
			return this.server.pool().getConnection();
		}
		catch (Throwable ex) {
			back.run();
			throw ex;
		}
	}

	private Connection observe(Connection connection, Reason reason, JdbcListener listener) {
		this.counts.count(reason);
		return ObservedConnections.observe(connection, this.server.name(), List.of(listener));
	}

}
