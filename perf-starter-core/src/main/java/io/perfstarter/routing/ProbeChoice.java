package io.perfstarter.routing;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;

import org.jspecify.annotations.Nullable;

/**
 * Which {@link Probe} asks the servers: the one for the primary's database, or, as long
 * as the primary was never reached, for that of the first replica that was.
 *
 * <p>
 * Thread-safe; the lock guards memory only, because a driver knows the name of its
 * product by itself.
 */
final class ProbeChoice {

	private final Probe window;

	private final boolean windowOnly;

	// Guarded by this.
	private @Nullable Probe chosen;

	// Guarded by this.
	private @Nullable String primary;

	/**
	 * Creates a choice.
	 * @param window for databases without positions
	 * @param windowOnly whether it is to be taken for all databases
	 */
	ProbeChoice(Probe window, boolean windowOnly) {
		this.window = window;
		this.windowOnly = windowOnly;
	}

	Probe forPrimary(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		synchronized (this) {
			boolean first = this.primary == null;
			this.primary = product;
			return choose(product, first);
		}
	}

	/**
	 * The probe for a replica.
	 * @throws SQLException also if it is no database of the primary's kind, and so no
	 * replica of it
	 */
	Probe forReplica(Connection connection) throws SQLException {
		String product = connection.getMetaData().getDatabaseProductName();
		synchronized (this) {
			if (this.primary != null && !this.primary.equals(product)) {
				throw new SQLNonTransientConnectionException(
						"It is a database of %s, and the primary is one of %s".formatted(product, this.primary));
			}
			return choose(product, false);
		}
	}

	private Probe choose(String product, boolean anew) {
		if (this.chosen == null || anew) {
			boolean positions = !this.windowOnly && "PostgreSQL".equals(product);
			if (this.chosen == null || positions != (this.chosen instanceof PostgresProbe)) {
				this.chosen = positions ? new PostgresProbe() : this.window;
			}
		}
		return this.chosen;
	}

}
