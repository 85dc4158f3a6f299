package io.perfstarter.routing.connection;

import java.sql.Connection;
import java.sql.SQLException;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;

import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.support.JdbcUtils;

/**
 * Opens a connection to probe a replica, and fails if the pool cannot connect. Without
 * this check, a replica would be up until the next read fails. Also evicts the pool's old
 * connections, because the address may mean another server by now. Thread-safe.
 */
final class PoolCheckingDataSource extends DelegatingDataSource {

	private final DataSource pool;

	private final PoolSlots slots;

	PoolCheckingDataSource(Server replica, PoolSlots slots) {
		super(replica.probe());
		this.pool = replica.pool();
		this.slots = slots;
	}

	@Override
	public Connection getConnection() throws SQLException {
		Connection connection = super.getConnection();
		try {
			if (this.pool instanceof HikariDataSource hikari && hikari.isRunning()) {
				hikari.getHikariPoolMXBean().softEvictConnections();
			}
			// If no slot is free, the pool has connections.
			if (this.slots.tryAcquire()) {
				checkPool();
			}
			return connection;
		}
		catch (SQLException | RuntimeException ex) {
			JdbcUtils.closeConnection(connection);
			throw ex;
		}
	}

	private void checkPool() throws SQLException {
		try {
			this.pool.getConnection().close();
		}
		catch (SQLException ex) {
			if (!ConnectionLoss.isPoolTimeout(ex)) {
				throw ex;
			}
		}
		finally {
			this.slots.release();
		}
	}

}
