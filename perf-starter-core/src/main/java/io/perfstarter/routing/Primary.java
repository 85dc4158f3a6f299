package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;

/**
 * The primary, and what it lends for writes and for reads. Thread-safe.
 */
final class Primary {

	private final Server server;

	private final ReadScopes scopes;

	private final LongSupplier clock;

	private final WriteRefusal refusals;

	private final Places places;

	private final PrimaryBudget budget;

	private final Lent lent = new Lent();

	Primary(Server server, ReadScopes scopes, LongSupplier clock, WriteRefusal refusals, Places places,
			PrimaryBudget budget) {
		this.server = server;
		this.scopes = scopes;
		this.clock = clock;
		this.refusals = refusals;
		this.places = places;
		this.budget = budget;
	}

	Server server() {
		return this.server;
	}

	/**
	 * How much of it reads may take that belong on a replica.
	 */
	PrimaryBudget budget() {
		return this.budget;
	}

	Lent lent() {
		return this.lent;
	}

	/**
	 * Lends a connection, and lets the pool have its users wait for one as ever; until
	 * they have one no read takes any.
	 */
	Connection toWrite(Reason reason) throws SQLException {
		this.places.take();
		Connection connection = borrow(this.places::giveBack);
		return lend(connection, reason, new WriteLease(this.scopes, this.clock, this.places::giveBack));
	}

	/**
	 * Lends a connection to a read that belongs here, in the same way.
	 */
	Connection toRead(Reason reason) throws SQLException {
		this.places.take();
		return toRead(reason, this.places::giveBack);
	}

	/**
	 * Lends a connection to a read for which the budget has given a place.
	 */
	Connection toReadWithinBudget(Reason reason) throws SQLException {
		return toRead(reason, this.budget::giveBack);
	}

	/**
	 * What is read here stays read-only: a stray write is not to fail in calm weather and
	 * succeed in a storm.
	 */
	private Connection toRead(Reason reason, Runnable back) throws SQLException {
		Connection connection = borrow(back);
		try {
			connection.setReadOnly(true);
		}
		catch (SQLException ex) {
			connection.close();
			back.run();
			throw ex;
		}
		return lend(connection, reason, new ReadLease(this.server.name(), this.refusals, back));
	}

	private Connection borrow(Runnable back) throws SQLException {
		boolean lent = false;
		try {
			Connection connection = this.server.pool().getConnection();
			lent = true;
			return connection;
		}
		finally {
			if (!lent) {
				back.run();
			}
		}
	}

	private Connection lend(Connection connection, Reason reason, JdbcListener lease) {
		this.lent.count(reason);
		return ObservedConnections.observe(connection, this.server.name(), List.of(lease));
	}

}
