package io.perfstarter.reporting.autoconfigure;

import java.util.Map;
import java.util.stream.Collectors;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ObservedPools;
import io.perfstarter.jdbc.autoconfigure.UnpooledDataSource;
import io.perfstarter.reporting.PoolSource;
import io.perfstarter.reporting.advice.DatabaseFacts;
import io.perfstarter.reporting.advice.PoolSettings;
import io.perfstarter.reporting.plan.ConnectionSource;
import org.jspecify.annotations.Nullable;

/**
 * Provides the settings of the observed HikariCP pools.
 */
class HikariPools implements PoolSource {

	private final ObservedPools pools;

	HikariPools(ObservedPools pools) {
		this.pools = pools;
	}

	@Override
	public Map<String, Integer> sizes() {
		return this.pools.all()
			.entrySet()
			.stream()
			.collect(Collectors.toMap(Map.Entry::getKey, (pool) -> pool.getValue().getMaximumPoolSize()));
	}

	@Override
	public PoolSettings settings(String pool, int databaseCores, @Nullable DatabaseFacts database) {
		return new PoolSettings(pool, pool(pool).getMaximumPoolSize(), databaseCores, database);
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

}
