package io.perfstarter.routing.autoconfigure;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Set;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.util.UtilityElf;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * Sets the connection defaults of Spring's lazy connection proxy: auto-commit and
 * isolation level. While they are missing, the proxy first tries to read them from a
 * connection of the primary, even if the primary is down. Thread-safe.
 */
final class LazyDefaults {

	private static final Log logger = LogFactory.getLog(LazyDefaults.class);

	/**
	 * The isolation levels that the proxy accepts.
	 */
	private static final Set<Integer> LEVELS = Set.of(Connection.TRANSACTION_READ_UNCOMMITTED,
			Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ,
			Connection.TRANSACTION_SERIALIZABLE);

	private final LazyConnectionDataSourceProxy proxy;

	private volatile int isolation;

	/**
	 * Sets the defaults from the configuration.
	 * @param pool the configuration of the primary's pool
	 */
	LazyDefaults(LazyConnectionDataSourceProxy proxy, HikariConfig pool) {
		this.proxy = proxy;
		proxy.setDefaultAutoCommit(pool.isAutoCommit());
		if (pool.getTransactionIsolation() != null) {
			isolation(UtilityElf.getTransactionIsolation(pool.getTransactionIsolation()));
		}
	}

	/**
	 * Returns a data source that reads a missing isolation level from its connections. A
	 * connection of the primary replaces a level that was read from a replica.
	 * @param probe opens connections
	 * @param primary whether these are connections of the primary
	 * @return a data source that opens the same connections
	 */
	DataSource learnFrom(DataSource probe, boolean primary) {
		return isKnown() ? probe : new DelegatingDataSource(probe) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				if (primary || !isKnown()) {
					learn(connection, primary);
				}
				return connection;
			}

		};
	}

	/**
	 * Returns whether connections are serializable by default.
	 * @return {@code false} while the default is unknown
	 */
	boolean isSerializable() {
		return this.isolation == Connection.TRANSACTION_SERIALIZABLE;
	}

	private boolean isKnown() {
		return this.isolation != Connection.TRANSACTION_NONE;
	}

	private void learn(Connection connection, boolean primary) {
		try {
			int level = connection.getTransactionIsolation();
			synchronized (this) {
				if (primary || !isKnown()) {
					isolation(level);
				}
			}
		}
		catch (SQLException ex) {
			// The next connection may return it.
			logger.debug("The isolation level of a connection could not be read", ex);
		}
	}

	private void isolation(int level) {
		if (LEVELS.contains(level)) {
			this.proxy.setDefaultTransactionIsolation(level);
			this.isolation = level;
		}
	}

}
