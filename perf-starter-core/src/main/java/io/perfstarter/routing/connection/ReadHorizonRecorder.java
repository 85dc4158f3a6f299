package io.perfstarter.routing.connection;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.routing.session.PrimaryReads;

/**
 * Records the freshness horizon of each statement that runs on one connection of a
 * replica. Confined to the thread that uses the connection.
 */
final class ReadHorizonRecorder implements JdbcListener {

	private final String server;

	private final ReplicaReads reads;

	private final long horizon;

	/**
	 * Creates the recorder.
	 * @param horizon the freshness horizon of the replica when the connection was
	 * borrowed
	 */
	ReadHorizonRecorder(String server, ReplicaReads reads, long horizon) {
		this.server = server;
		this.reads = reads;
		this.horizon = horizon;
	}

	@Override
	public void executing(ConnectionUsage usage, Execution execution) {
		if (execution.isStatement()) {
			this.reads.read(execution.startedAt(), this.horizon);
			PrimaryReads.executedOn(this.server);
		}
	}

}
