package io.perfstarter.routing;

import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Lease;

/**
 * Notes how old that is at most which is read with one connection of a replica. Confined
 * to the thread that uses the connection.
 */
final class HorizonLease implements JdbcListener {

	private final String server;

	private final ReplicaReads reads;

	private final long horizon;

	/**
	 * Takes what is known of the replica.
	 * @param horizon up to when it had everything when the connection was lent
	 */
	HorizonLease(String server, ReplicaReads reads, long horizon) {
		this.server = server;
		this.reads = reads;
		this.horizon = horizon;
	}

	@Override
	public void executing(Lease lease, Execution execution) {
		this.reads.read(execution.startedAt(), this.horizon);
		PrimaryReads.executedOn(this.server);
	}

}
