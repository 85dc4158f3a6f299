package io.perfstarter.reporting.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.reporting.PoolSource;
import io.perfstarter.reporting.advice.DatabaseFacts;
import io.perfstarter.reporting.advice.PoolSettings;
import io.perfstarter.reporting.plan.ConnectionSource;
import io.perfstarter.reporting.pool.PoolState;
import org.jspecify.annotations.Nullable;

/**
 * Provides the state and the settings of the observed HikariCP pools.
 */
class HikariPools implements PoolSource {

	private final ObservedPools pools;

	HikariPools(ObservedPools pools) {
		this.pools = pools;
	}

	@Override
	public Map<String, PoolState> states() {
		return this.pools.all()
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (pool) -> new HikariState(pool.getValue())));
	}

	@Override
	public PoolSettings settings(String pool, int databaseCores, @Nullable DatabaseFacts database) {
		HikariDataSource hikari = pool(pool);
		return new PoolSettings(pool, hikari.getMaximumPoolSize(), Duration.ofMillis(hikari.getMaxLifetime()),
				Duration.ofMillis(hikari.getKeepaliveTime()), databaseCores, database);
	}

	@Override
	public @Nullable ConnectionSource database(String pool) {
		HikariDataSource hikari = pool(pool);
		return (hikari.getJdbcUrl() != null) ? new UnpooledDataSource(hikari)::getConnectionAsOfPool : null;
	}

	private HikariDataSource pool(String name) {
		HikariDataSource pool = this.pools.all().get(name);
		if (pool == null) {
			throw new IllegalArgumentException("Unknown pool '" + name + "'");
		}
		return pool;
	}

	/**
	 * The state of a pool; its figures are zero before the pool has started.
	 *
	 * @param pool the pool
	 */
	private record HikariState(HikariDataSource pool) implements PoolState {

		@Override
		public int max() {
			return this.pool.getMaximumPoolSize();
		}

		@Override
		public int active() {
			return (this.pool.isRunning()) ? this.pool.getHikariPoolMXBean().getActiveConnections() : 0;
		}

		@Override
		public int waiting() {
			return (this.pool.isRunning()) ? this.pool.getHikariPoolMXBean().getThreadsAwaitingConnection() : 0;
		}

	}

}
