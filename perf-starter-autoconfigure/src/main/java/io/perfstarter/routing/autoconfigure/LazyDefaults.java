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
 * Tells Spring's lazy proxy what connections are like. As long as it does not know, it
 * borrows one from the primary each time, dead or alive, to find out. Thread-safe.
 */
final class LazyDefaults {

	private static final Log logger = LogFactory.getLog(LazyDefaults.class);

	/**
	 * What the proxy takes.
	 */
	private static final Set<Integer> LEVELS = Set.of(Connection.TRANSACTION_READ_UNCOMMITTED,
			Connection.TRANSACTION_READ_COMMITTED, Connection.TRANSACTION_REPEATABLE_READ,
			Connection.TRANSACTION_SERIALIZABLE);

	private final LazyConnectionDataSourceProxy proxy;

	private volatile boolean complete;

	LazyDefaults(LazyConnectionDataSourceProxy proxy) {
		this.proxy = proxy;
	}

	/**
	 * What the configuration says.
	 * @param pool the configuration of the primary's pool
	 */
	void configure(HikariConfig pool) {
		this.proxy.setDefaultAutoCommit(pool.isAutoCommit());
		if (pool.getTransactionIsolation() != null) {
			isolation(UtilityElf.getTransactionIsolation(pool.getTransactionIsolation()));
		}
	}

	/**
	 * Where the configuration does not say it, the first connection to any of the servers
	 * does.
	 * @param probe opens connections
	 * @return opens the same
	 */
	DataSource learnFrom(DataSource probe) {
		return (this.complete) ? probe : new DelegatingDataSource(probe) {

			@Override
			public Connection getConnection() throws SQLException {
				Connection connection = super.getConnection();
				learn(connection);
				return connection;
			}

		};
	}

	private void learn(Connection connection) {
		if (this.complete) {
			return;
		}
		try {
			isolation(connection.getTransactionIsolation());
		}
		catch (SQLException ex) {
			// The next connection may tell.
			logger.debug("A connection does not tell its isolation", ex);
		}
	}

	private void isolation(int level) {
		if (LEVELS.contains(level)) {
			this.proxy.setDefaultTransactionIsolation(level);
			this.complete = true;
		}
	}

}
