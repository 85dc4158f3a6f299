package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;

/**
 * Opens a connection to probe a replica only if the pool can connect, too: otherwise a
 * replica would be up until the next read fails. Thread-safe.
 */
final class PoolCheckingDataSource extends DelegatingDataSource {

	private final DataSource pool;

	PoolCheckingDataSource(Server replica) {
		super(replica.probe());
		this.pool = replica.pool();
	}

	@Override
	public Connection getConnection() throws SQLException {
		try {
			this.pool.getConnection().close();
		}
		catch (SQLException ex) {
			if (!ConnectionLoss.isPoolTimeout(ex)) {
				throw ex;
			}
		}
		return super.getConnection();
	}

}
