package io.perfstarter.routing;

import org.awaitility.Awaitility;

/**
 * A MariaDB primary and a replica for tests. Both end with the JVM. Tests are skipped
 * where the servers do not run.
 */
public final class MariaDbPair {

	private static MariaDbPair shared;

	private final MariaDbNode primary;

	private final MariaDbNode replica;

	private MariaDbPair(MariaDbNode primary, MariaDbNode replica) {
		this.primary = primary;
		this.replica = replica;
	}

	/**
	 * Returns the shared pair of this JVM. Tests that break it must repair it.
	 */
	public static synchronized MariaDbPair shared() {
		if (shared == null) {
			shared = start();
		}
		return shared;
	}

	public static MariaDbPair start() {
		MariaDbNode primary = MariaDbNode.start(1, "--log-bin=log", "--gtid-strict-mode=1");
		MariaDbNode replica = MariaDbNode.start(2, "--log-bin=log", "--gtid-strict-mode=1", "--read-only=1");
		replica.run(("change master to master_host = '127.0.0.1', master_port = %d, master_user = '%s', "
				+ "master_ssl = 0, master_ssl_verify_server_cert = 0, master_connect_retry = 1, "
				+ "master_use_gtid = slave_pos")
			.formatted(primary.port(), MariaDbNode.ADMIN), "start slave");
		return new MariaDbPair(primary, replica);
	}

	public MariaDbNode primary() {
		return this.primary;
	}

	public MariaDbNode replica() {
		return this.replica;
	}

	public String primaryUrl() {
		return this.primary.url();
	}

	public String replicaUrl() {
		return this.replica.url();
	}

	/**
	 * Executes a statement on the primary and waits until the replica has executed it.
	 */
	public void execute(String sql) {
		this.primary.run("use app", sql);
		awaitReplica();
	}

	public void awaitReplica() {
		String position = this.primary.run("select @@global.gtid_binlog_pos");
		Awaitility.await()
			.until(() -> this.replica.run("select master_gtid_wait('%s', 0)".formatted(position)).equals("0"));
	}

	/**
	 * Stops the replica from executing what it receives.
	 */
	public void pause() {
		this.replica.run("stop slave sql_thread");
	}

	public void resume() {
		this.replica.run("start slave sql_thread");
	}

	public void delay(int seconds) {
		this.replica.run("stop slave", "change master to master_delay=%d".formatted(seconds), "start slave");
	}

	/**
	 * Promotes the replica; {@link #demote()} takes that back.
	 */
	public void promote() {
		this.replica.run("stop slave", "set global read_only = 0");
	}

	/**
	 * Makes the promoted server, which has written nothing, a replica again.
	 */
	public void demote() {
		this.replica.run("set global read_only = 1", "start slave");
	}

}
