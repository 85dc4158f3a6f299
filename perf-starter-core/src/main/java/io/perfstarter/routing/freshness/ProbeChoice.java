package io.perfstarter.routing.freshness;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;

import org.jspecify.annotations.Nullable;

/**
 * Chooses the {@link FreshnessProbe} by database product: that of the primary or, until
 * the primary was reached, that of the first replica reached.
 *
 * <p>
 * Thread-safe; the lock guards memory only, because drivers return the product name
 * without a round trip.
 */
final class ProbeChoice {

	private final FreshnessProbe window;

	private final FreshnessProbe postgres;

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
		this.postgres = windowOnly ? new PostgresWindowProbe() : new PostgresProbe();
	}

	FreshnessProbe forPrimary(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
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
		String product = connection.getMetaData().getDatabaseProductName();
		synchronized (this) {
			if (this.primary != null && !this.primary.equals(product)) {
				throw new SQLNonTransientConnectionException(
						"The replica is a %s database, but the primary is a %s database".formatted(product,
								this.primary));
			}
			return choose(product, false);
		}
	}

	/**
	 * Reads a position that another instance has encoded.
	 * @return the position, {@code null} if the chosen probe does not know its kind
	 */
	synchronized @Nullable Position decode(byte[] encoded) {
		return (this.chosen != null) ? this.chosen.decode(encoded) : null;
	}

	private FreshnessProbe choose(String product, boolean reset) {
		if (this.chosen == null || reset) {
			this.chosen = "PostgreSQL".equals(product) ? this.postgres : this.window;
		}
		return this.chosen;
	}

}
