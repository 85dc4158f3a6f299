package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the {@link FreshnessProbe} by database product. The product of the primary
 * counts. Until the primary is reached, the product of the first reached replica counts.
 *
 * <p>
 * Thread-safe; the lock guards memory only, because drivers return the product name
 * without a round trip.
 */
final class ProbeChoice {

	private static final String POSTGRES = "PostgreSQL";

	private static final String MARIADB = "MariaDB";

	private static final String MYSQL = "MySQL";

	private final FreshnessProbe others;

	private final Map<String, FreshnessProbe> probes;

	// Guarded by this.
	private @Nullable FreshnessProbe chosen;

	// Guarded by this.
	private @Nullable String primary;

	/**
	 * Creates a choice.
	 * @param timeout the timeout of a probe
	 * @param windowOnly whether to ignore positions even if the database has them
	 */
	ProbeChoice(Duration timeout, boolean windowOnly) {
		this.others = new WindowProbe(null, timeout);
		this.probes = windowOnly
				? Map.of(POSTGRES, new WindowProbe(PostgresProbe.STANDBY, timeout), MARIADB,
						new WindowProbe(MariaDbProbe.STANDBY, timeout))
				: Map.of(POSTGRES, new PostgresProbe(), MARIADB, new MariaDbProbe());
	}

	FreshnessProbe forPrimary(Connection connection) throws SQLException {
		String product = product(connection);
		synchronized (this) {
			boolean first = this.primary == null;
			this.primary = product;
			return choose(product, first);
		}
	}

	/**
	 * Returns the probe for a replica.
	 * @throws SQLException if the product cannot be read, or differs from the product of
	 * the primary
	 */
	FreshnessProbe forReplica(Connection connection) throws SQLException {
		String product = product(connection);
		synchronized (this) {
			if (this.primary != null && !this.primary.equals(product)) {
				throw new SQLNonTransientConnectionException(
						"The replica is a %s database, but the primary is a %s database".formatted(product,
								this.primary));
			}
			return choose(product, false);
		}
	}

	private FreshnessProbe choose(String product, boolean reset) {
		if (this.chosen == null || reset) {
			this.chosen = this.probes.getOrDefault(product, this.others);
		}
		return this.chosen;
	}

	// MySQL's driver names MariaDB only in the version.
	private static String product(Connection connection) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		String product = metaData.getDatabaseProductName();
		return (MYSQL.equals(product) && metaData.getDatabaseProductVersion().contains(MARIADB)) ? MARIADB : product;
	}

	/**
	 * Checks whether a server is reachable and, if its product reports it, a standby.
	 * Reads no positions, because some managed databases have none.
	 *
	 * @param standby the query that returns whether a server is a standby, {@code null}
	 * for an unknown product
	 * @param timeout the timeout if there is no query, rounded down to seconds, at least
	 * 1 s
	 */
	record WindowProbe(@Nullable String standby, Duration timeout) implements FreshnessProbe {

		@Override
		public Sample primary(Connection connection) throws SQLException {
			return sample(connection, false);
		}

		@Override
		public Sample replica(Connection connection) throws SQLException {
			return sample(connection, true);
		}

		private Sample sample(Connection connection, boolean replica) throws SQLException {
			if (this.standby != null) {
				return SingleRow.of(connection, this.standby, (row) -> new Sample(row.getBoolean(1), null));
			}
			if (!connection.isValid(Math.max(1, (int) this.timeout.toSeconds()))) {
				throw new SQLNonTransientConnectionException("The connection is no longer valid");
			}
			return new Sample(replica, null);
		}

	}

}
