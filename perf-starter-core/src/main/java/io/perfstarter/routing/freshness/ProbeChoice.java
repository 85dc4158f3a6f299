package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the {@link FreshnessProbe} by database product. The primary decides or, until
 * it was reached, the first replica that was reached.
 *
 * <p>
 * Thread-safe; the lock guards memory only, because drivers return the product name
 * without a round trip.
 */
final class ProbeChoice {

	private static final String POSTGRES = "PostgreSQL";

	private static final String MARIADB = "MariaDB";

	private static final String MYSQL = "MySQL";

	private final FreshnessProbe window;

	private final Map<String, FreshnessProbe> probes;

	// Guarded by this.
	private @Nullable FreshnessProbe chosen;

	// Guarded by this.
	private @Nullable String primary;

	/**
	 * Creates a choice.
	 * @param window the probe for databases without positions
	 * @param windowOnly whether positions are not used even where they are known
	 */
	ProbeChoice(FreshnessProbe window, boolean windowOnly) {
		this.window = window;
		this.probes = windowOnly
				? Map.of(POSTGRES, new StandbyWindowProbe(PostgresProbe.STANDBY), MARIADB,
						new StandbyWindowProbe(MariaDbProbe.STANDBY))
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
	 * @throws SQLException if the product cannot be read, or differs from that of the
	 * primary
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
			this.chosen = this.probes.getOrDefault(product, this.window);
		}
		return this.chosen;
	}

	// MySQL's driver names MariaDB only in the version.
	private static String product(Connection connection) throws SQLException {
		DatabaseMetaData metaData = connection.getMetaData();
		String product = metaData.getDatabaseProductName();
		return (MYSQL.equals(product) && metaData.getDatabaseProductVersion().contains(MARIADB)) ? MARIADB : product;
	}

}
