package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Reads the positions of PostgreSQL servers in the write-ahead log.
 *
 * <p>
 * A committed transaction lies before the flush position or, with
 * {@code synchronous_commit = off}, before the insert position. The probe reads that
 * setting on its own connection, so it must be configured for the server, the database or
 * the user, not within transactions.
 */
final class PostgresProbe implements FreshnessProbe {

	private static final Log logger = LogFactory.getLog(PostgresProbe.class);

	// Insufficient privilege, undefined function, feature not supported.
	private static final Set<String> REFUSALS = Set.of("42501", "42883", "0A000");

	// At the start of a new page the primary's position lies behind the page header,
	// while
	// the replica reports the end of the previous page.
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

	private final AtomicBoolean readsCluster = new AtomicBoolean(true);

	@Override
	public Sample primary(Connection connection) throws SQLException {
		return ask(connection, PRIMARY, (row) -> new Sample(row.getBoolean(1),
				new LogPosition(row.getLong(2), Long.parseLong(row.getString(3), 16), row.getLong(4))));
	}

	@Override
	public Sample replica(Connection connection) throws SQLException {
		return ask(connection, REPLICA,
				(row) -> new Sample(row.getBoolean(1), new LogPosition(row.getLong(2), 0, row.getLong(3))));
	}

	// A position is null before the first replay, and the cluster if it cannot be read;
	// getLong returns both as 0.
	private Sample ask(Connection connection, String question, Answer answer) throws SQLException {
		if (!this.readsCluster.get()) {
			return query(connection, question.formatted(NO_CLUSTER), answer);
		}
		try {
			return query(connection, question.formatted(CLUSTER), answer);
		}
		catch (SQLException ex) {
			if (!REFUSALS.contains(String.valueOf(ex.getSQLState()))) {
				throw ex;
			}
			Sample known = query(connection, question.formatted(NO_CLUSTER), answer);
			if (this.readsCluster.compareAndSet(true, false)) {
				logger
					.warn("The system identifier of PostgreSQL cannot be read, so a replica of another cluster is not "
							+ "detected. Grant EXECUTE on pg_control_system() to the users of primary and replicas ("
							+ FailureText.of(ex) + ")");
			}
			return known;
		}
	}

	// A prepared statement would use memory on the server and fail behind some connection
	// poolers.
	private static Sample query(Connection connection, String sql, Answer answer) throws SQLException {
		try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
			row.next();
			return answer.read(row);
		}
	}

	/**
	 * Maps the single row of a result.
	 */
	@FunctionalInterface
	private interface Answer {

		Sample read(ResultSet row) throws SQLException;

	}

}
