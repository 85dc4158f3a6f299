package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks servers of PostgreSQL for their positions in the write-ahead log.
 *
 * <p>
 * What has committed is behind the end of what is flushed, or, where
 * {@code synchronous_commit} is off, behind the end of what is inserted. The setting is
 * that of the probe's own connection, so it has to be made for the server, the database
 * or the user, and not within transactions.
 */
final class PostgresProbe implements Probe {

	private static final Log logger = LogFactory.getLog(PostgresProbe.class);

	// Not allowed, not there, not possible here.
	private static final Set<String> REFUSALS = Set.of("42501", "42883", "0A000");

	// The end of what is inserted is behind the header of a page that holds nothing else
	// yet, while what ended on the page before is replayed up to its own end only.
	private static final String PRIMARY = """
			select standby, position - case when mod(position, page) = 24 then 24 else 0 end, timeline, %s
			from (select standby, current_setting('wal_block_size')::numeric as page,
					case when standby then 0
						when current_setting('synchronous_commit') = 'off'
							then pg_current_wal_insert_lsn() - '0/0'::pg_lsn
						else pg_current_wal_flush_lsn() - '0/0'::pg_lsn end as position,
					case when standby then '0'
						else substr(pg_walfile_name(pg_current_wal_flush_lsn()), 1, 8) end as timeline
				from (select pg_is_in_recovery() as standby) as it) as known""";

	private static final String REPLICA = "select pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn, %s";

	private static final String CLUSTER = "(select system_identifier from pg_control_system())";

	private static final String NO_CLUSTER = "null::bigint";

	private final AtomicBoolean asksForCluster = new AtomicBoolean(true);

	@Override
	public PrimarySample primary(Connection connection) throws SQLException {
		return ask(connection, PRIMARY, (row) -> new PrimarySample(row.getBoolean(1), row.getLong(2),
				Long.parseLong(row.getString(3), 16), cluster(row, 4)));
	}

	// Where nothing was replayed yet, the position is null, which is read as 0.
	@Override
	public ReplicaSample replica(Connection connection) throws SQLException {
		return ask(connection, REPLICA, (row) -> new ReplicaSample(row.getBoolean(1), row.getLong(2), cluster(row, 3)));
	}

	private static @Nullable Long cluster(ResultSet row, int column) throws SQLException {
		long cluster = row.getLong(column);
		return (!row.wasNull()) ? cluster : null;
	}

	private <T> T ask(Connection connection, String question, Answer<T> answer) throws SQLException {
		if (!this.asksForCluster.get()) {
			return query(connection, question.formatted(NO_CLUSTER), answer);
		}
		try {
			return query(connection, question.formatted(CLUSTER), answer);
		}
		catch (SQLException ex) {
			if (!REFUSALS.contains(String.valueOf(ex.getSQLState()))) {
				throw ex;
			}
			T known = query(connection, question.formatted(NO_CLUSTER), answer);
			if (this.asksForCluster.compareAndSet(true, false)) {
				logger.warn("PostgreSQL does not tell its system identifier, so a replica of another cluster is not "
						+ "found out: grant execute on pg_control_system() to the users of primary and replicas ("
						+ FailureText.of(ex) + ")");
			}
			return known;
		}
	}

	// A plain statement: a prepared one would need more room on the server and, behind
	// some poolers, fail.
	private static <T> T query(Connection connection, String sql, Answer<T> answer) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return answer.read(row);
		}
	}

	/**
	 * Reads the one row of an answer.
	 *
	 * @param <T> what it says
	 */
	@FunctionalInterface
	private interface Answer<T> {

		T read(ResultSet row) throws SQLException;

	}

}
