package io.perfstarter.warmup.autoconfigure;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.warmup.WarmupTask;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.jdbc.DataSourceUnwrapper;

/**
 * Supplies a task for each connection pool bean, to fill the pool. Pools of replicas are
 * no beans: they have no minimum, and a replica that is down must not fail the warm-up.
 *
 * @param beans the beans of the application
 */
@ConditionalOnClass({ HikariDataSource.class, DataSourceUnwrapper.class })
record PoolTaskSource(ListableBeanFactory beans) {

	Stream<WarmupTask> tasks() {
		Map<String, HikariDataSource> pools = new LinkedHashMap<>();
		this.beans.getBeansOfType(DataSource.class, false, false).forEach((name, dataSource) -> {
			@Nullable HikariDataSource pool = DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class,
					HikariDataSource.class);
			if (pool != null && !pools.containsValue(ObservedPools.behind(pool))) {
				pools.put(name, ObservedPools.behind(pool));
			}
		});
		return pools.entrySet().stream().map((pool) -> new PoolTask("pool " + pool.getKey(), pool.getValue()));
	}

	/**
	 * Opens the minimum number of idle connections of a pool. HikariCP alone opens them
	 * only in the background, after the first connection was borrowed.
	 *
	 * @param name the name of the task
	 * @param pool the pool
	 */
	record PoolTask(String name, HikariDataSource pool) implements WarmupTask {

		private static final long PATIENCE = TimeUnit.SECONDS.toNanos(3);

		private static final long LOOK_MILLIS = 5;

		@Override
		public void warm() throws SQLException, InterruptedException {
			// The first connection starts the pool, which then sets its minimum and opens
			// the others by itself.
			this.pool.getConnection().close();
			int open = 0;
			long opened = System.nanoTime();
			while (open < this.pool.getMinimumIdle()) {
				int total = this.pool.getHikariPoolMXBean().getTotalConnections();
				if (total > open) {
					open = total;
					opened = System.nanoTime();
				}
				else if (System.nanoTime() - opened > PATIENCE) {
					throw new IllegalStateException(
							"The pool has opened %d of its %d connections, and no further one within %d s"
								.formatted(open, this.pool.getMinimumIdle(), TimeUnit.NANOSECONDS.toSeconds(PATIENCE)));
				}
				Thread.sleep(LOOK_MILLIS);
			}
		}

	}

}
