package io.perfstarter.bench;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;

import io.perfstarter.coherence.postgres.LogDatabase;

/**
 * Writes into a table whose triggers write into the log in PostgreSQL, and tells the
 * peers if they know each other. Its receivers include the writer.
 */
final class DatabaseRoute implements Route {

	private final boolean hints;

	private final Cluster cluster;

	private final List<LogMember> members;

	private final Connection connection;

	private final PreparedStatement change;

	DatabaseRoute(LogDatabase database, int receivers, boolean hints) throws SQLException {
		this.hints = hints;
		this.cluster = new Cluster(receivers);
		this.members = this.cluster.all()
			.stream()
			.map((instance) -> LogMember.inDatabase(database, instance.copies))
			.toList();
		LogMember.awaitReading(this.members);
		if (hints) {
			this.cluster.start();
		}
		this.connection = database.connect();
		this.change = this.connection.prepareStatement("update changed set note = 'changed' where id = ?");
	}

	/**
	 * Creates the table and its triggers.
	 */
	static void prepare(LogDatabase database) throws SQLException {
		database.run("create table changed (id bigint primary key, note text)");
		database.run("insert into changed select id, '' from generate_series(0, 100000) id");
		database.run("select perf_starter.watch('changed', '%s', 'id')".formatted(Instance.CACHE));
	}

	@Override
	public int receivers() {
		return this.cluster.all().size();
	}

	@Override
	public void listen(int keys, Arrivals arrivals) {
		this.cluster.all().forEach((instance) -> instance.note(keys, arrivals));
	}

	@Override
	public long evict(int key, long due) {
		try {
			this.change.setLong(1, key);
			this.change.executeUpdate();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
		long committed = System.nanoTime();
		if (this.hints) {
			this.cluster.first().evict(key);
		}
		return committed;
	}

	@Override
	public void close() throws SQLException {
		this.connection.close();
		this.members.forEach(LogMember::close);
		this.cluster.close();
	}

}
