package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

/**
 * Reads the global transaction identifiers of MariaDB servers.
 *
 * <p>
 * A transaction is in the binary log of the primary before its commit returns. A new
 * primary may not have logged the transactions that it replicated before the failover, so
 * its replicated position counts, too. A replica needs {@code read_only}: a server that
 * accepts writes is no replica.
 */
final class MariaDbProbe implements FreshnessProbe {

	/**
	 * Asks whether a server is a standby. Newer versions return a word instead of 0 or 1.
	 */
	static final String STANDBY = "select cast(@@global.read_only as char) not in ('0', 'OFF')";

	// Unknown variable, missing privilege.
	private static final Set<Integer> REFUSALS = Set.of(1193, 1227);

	private static final String PRIMARY = STANDBY + ", @@global.log_bin, @@global.server_id, "
			+ "concat(@@global.gtid_binlog_pos, ',', @@global.gtid_slave_pos), database()";

	private static final String REPLICA = STANDBY + ", @@global.gtid_slave_pos, database()";

	@Override
	public Sample primary(Connection connection) throws SQLException {
		return SingleRow.sample(connection, PRIMARY, (row) -> {
			boolean readOnly = row.getBoolean(1);
			if (!readOnly && !row.getBoolean(2)) {
				throw new PositionRefusedException("The server has no position without a binary log: set 'log_bin'");
			}
			return new Sample(readOnly, GtidPosition.of(row.getString(4), row.getLong(3), row.getString(5)));
		}, MariaDbProbe::isRefusal);
	}

	@Override
	public Sample replica(Connection connection) throws SQLException {
		return SingleRow.sample(connection, REPLICA,
				(row) -> new Sample(row.getBoolean(1), GtidPosition.of(row.getString(2), 0, row.getString(3))),
				MariaDbProbe::isRefusal);
	}

	private static boolean isRefusal(SQLException failure) {
		return REFUSALS.contains(failure.getErrorCode());
	}

}
