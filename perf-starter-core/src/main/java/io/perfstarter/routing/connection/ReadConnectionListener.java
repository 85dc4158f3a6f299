package io.perfstarter.routing.connection;

import java.sql.SQLException;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.routing.checks.WriteRefusal;

/**
 * Explains rejected writes on a read-only connection, and runs a callback when the
 * connection is returned. Confined to the thread that uses the connection.
 */
final class ReadConnectionListener implements JdbcListener {

	private final String server;

	private final WriteRefusal refusals;

	private final Runnable back;

	ReadConnectionListener(String server, WriteRefusal refusals, Runnable back) {
		this.server = server;
		this.refusals = refusals;
		this.back = back;
	}

	@Override
	public SQLException explained(ConnectionUsage usage, Execution execution, SQLException failure) {
		return this.refusals.explained(this.server, execution.sql(), failure);
	}

	@Override
	public void returned(ConnectionUsage usage) {
		this.back.run();
	}

}
