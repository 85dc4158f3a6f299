package io.perfstarter.warmup;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;

/**
 * Fills a pool of connections up to its minimum of idle ones, which HikariCP does only in
 * the background, beginning with the first one.
 */
public final class PoolTask implements WarmupTask {

	private final String name;

	private final HikariDataSource pool;

	/**
	 * Takes a pool.
	 * @param name what it is called
	 * @param pool the pool
	 */
	public PoolTask(String name, HikariDataSource pool) {
		this.name = name;
		this.pool = pool;
	}

	@Override
	public String name() {
		return "pool " + this.name;
	}

	@Override
	public void warm() throws SQLException {
		List<Connection> taken = new ArrayList<>();
		try {
			// The first one starts the pool, which then knows its minimum.
			do {
				taken.add(this.pool.getConnection());
			}
			while (this.pool.getHikariPoolMXBean().getTotalConnections() < this.pool.getMinimumIdle());
		}
		finally {
			for (Connection connection : taken) {
				connection.close();
			}
		}
	}

}
