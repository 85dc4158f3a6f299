package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Reads the positions of PostgreSQL servers in the write-ahead log.
 *
 * <p>
 * The position of the primary is the insert position. Every commit that has returned lies
 * before it. With {@code synchronous_commit = off} such a commit reaches the disk after
 * up to three times {@code wal_writer_delay} (200 ms).
 */
final class PostgresProbe implements FreshnessProbe {

	private static final Log logger = LogFactory.getLog(PostgresProbe.class);

	// Insufficient privilege, undefined function, feature not supported.
	private static final Set<String> REFUSALS = Set.of("42501", "42883", "0A000");

	// At the start of a page, the primary reports the position after the page header, but
	// the replica the end of the previous page. The header is longer in the first page of
	// a segment.
	private static final String PRIMARY = """
			select standby, position - case when mod(position, segment) = 40 then 40
					when mod(position, page) = 24 then 24 else 0 end, timeline, durable
			from (select standby, current_setting('wal_block_size')::numeric as page,
					pg_size_bytes(current_setting('wal_segment_size')) as segment,
					case when standby then 0
						else pg_current_wal_insert_lsn() - '0/0'::pg_lsn end as position,
					case when standby then '0'
						else substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) end as timeline,
					case when not standby and current_setting('wal_writer_delay')::interval <= '300 ms'
						then pg_current_wal_flush_lsn() - '0/0'::pg_lsn end as durable
				from (select pg_is_in_recovery() as standby) as it) as known""";

	/**
	 * Asks whether a server is a standby.
	 */
	static final String STANDBY = "select pg_is_in_recovery()";

	private static final String REPLICA = STANDBY + ", pg_last_wal_replay_lsn() - '0/0'::pg_lsn";

	// A replica has the identifiers of its primary. Each database of a cluster has a
	// different identifier.
	private static final String DATABASE = """
			select control.system_identifier # (known.oid::bigint << 16)
			from pg_control_system() as control, pg_database as known where known.datname = current_database()""";

	// By connection, because a connection never changes its database.
	private final Map<Connection, Long> clusters = Collections.synchronizedMap(new WeakHashMap<>());

	private final AtomicBoolean warned = new AtomicBoolean();

	@Override
	public Sample primary(Connection connection) throws SQLException {
		long cluster = cluster(connection);
		return SingleRow.sample(connection, PRIMARY, (row) -> {
			LogPosition position = new LogPosition(row.getLong(2), Long.parseLong(row.getString(3), 16), cluster);
			long durable = Math.min(row.getLong(4), position.bytes());
			boolean unknown = row.wasNull();
			return new Sample(row.getBoolean(1), position,
					(!unknown) ? new LogPosition(durable, position.timeline(), cluster) : null);
		}, PostgresProbe::isRefusal);
	}

	// Before the first replay the position is null, and getLong returns 0.
	@Override
	public Sample replica(Connection connection) throws SQLException {
		long cluster = cluster(connection);
		return SingleRow.sample(connection, REPLICA,
				(row) -> new Sample(row.getBoolean(1), new LogPosition(row.getLong(2), 0, cluster)),
				PostgresProbe::isRefusal);
	}

	private long cluster(Connection connection) throws SQLException {
		Long cluster = this.clusters.get(connection);
		if (cluster == null) {
			cluster = askCluster(connection);
			this.clusters.put(connection, cluster);
		}
		return cluster;
	}

	private long askCluster(Connection connection) throws SQLException {
		try {
			return SingleRow.of(connection, DATABASE, (row) -> row.getLong(1));
		}
		catch (SQLException ex) {
			if (!isRefusal(ex)) {
				throw ex;
			}
			if (this.warned.compareAndSet(false, true)) {
				logger.warn(
						"The system identifier of PostgreSQL cannot be read, so a replica of another cluster or database is not "
								+ "detected. Grant EXECUTE on pg_control_system() to the users of primary and replicas ("
								+ FailureText.of(ex) + ")");
			}
			return 0;
		}
	}

	private static boolean isRefusal(SQLException failure) {
		return REFUSALS.contains(String.valueOf(failure.getSQLState()));
	}

}
