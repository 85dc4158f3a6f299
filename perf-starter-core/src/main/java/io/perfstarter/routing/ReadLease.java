package io.perfstarter.routing;

import java.sql.SQLException;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;

/**
 * What becomes of one connection that is for reads only: who wrote all the same, and when
 * it is back. Confined to the thread that uses the connection.
 */
final class ReadLease implements JdbcListener {

	private final String server;

	private final WriteRefusal refusals;

	private final Runnable back;

	ReadLease(String server, WriteRefusal refusals, Runnable back) {
		this.server = server;
		this.refusals = refusals;
		this.back = back;
	}

	@Override
	public SQLException explained(Lease lease, Execution execution, SQLException failure) {
		return this.refusals.explained(this.server, execution.sql(), failure);
	}

	@Override
	public void returned(Lease lease) {
		this.back.run();
	}

}
