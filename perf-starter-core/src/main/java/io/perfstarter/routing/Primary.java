package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedConnections;
import org.jspecify.annotations.Nullable;

/**
 * The primary, and what it lends for writes and for reads. Thread-safe.
 */
final class Primary {

	private final Server server;

	private final ReadScopes scopes;

	private final LongSupplier clock;

	private final WriteRefusal refusals;

	private final PrimaryBudget budget;

	private final Lent lent = new Lent();

	Primary(Server server, ReadScopes scopes, LongSupplier clock, WriteRefusal refusals, PrimaryBudget budget) {
		this.server = server;
		this.scopes = scopes;
		this.clock = clock;
		this.refusals = refusals;
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

	Connection toWrite(Reason reason) throws SQLException {
		return lend(this.server.pool().getConnection(), reason, new WriteLease(this.scopes, this.clock));
	}

	Connection toRead(Reason reason) throws SQLException {
		return toRead(reason, () -> {
		});
	}

	/**
	 * Reads within the budget.
	 * @return the connection, {@code null} if others have taken all that is allowed
	 */
	@Nullable Connection toReadWithinBudget(Reason reason) throws SQLException {
		if (!this.budget.take()) {
			return null;
		}
		boolean lent = false;
		try {
			Connection connection = toRead(reason, this.budget::giveBack);
			lent = true;
			return connection;
		}
		finally {
			if (!lent) {
				this.budget.giveBack();
			}
		}
	}

	/**
	 * What is read here stays read-only: a stray write is not to fail in calm weather and
	 * succeed in a storm.
	 */
	private Connection toRead(Reason reason, Runnable back) throws SQLException {
		Connection connection = this.server.pool().getConnection();
		try {
			connection.setReadOnly(true);
		}
		catch (SQLException ex) {
			connection.close();
			throw ex;
		}
		return lend(connection, reason, new ReadLease(this.server.name(), this.refusals, back));
	}

	private Connection lend(Connection connection, Reason reason, JdbcListener lease) {
		this.lent.count(reason);
		return ObservedConnections.observe(connection, this.server.name(), List.of(lease));
	}

}
