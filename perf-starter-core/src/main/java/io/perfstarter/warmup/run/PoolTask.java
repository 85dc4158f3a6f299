package io.perfstarter.warmup.run;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.warmup.WarmupTask;

/**
 * Opens the minimum number of idle connections of a pool, which HikariCP does only in the
 * background, after the first connection was borrowed.
 */
public final class PoolTask implements WarmupTask {

	private final String name;

	private final HikariDataSource pool;

	/**
	 * Creates the task.
	 * @param name the name of the pool
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
			// The first connection starts the pool, which then sets its minimum.
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
