package io.perfstarter.async.autoconfigure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.config.NamedBeanHolder;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.DataSourceUnwrapper;

/**
 * Finds the connection pools that limit executors. Thread-safe.
 */
class ExecutorPools {

	private static final Log logger = LogFactory.getLog(ExecutorPools.class);

	private static final int DEFAULT_SIZE = 10;

	private final Map<String, ExecutorPool> pools = new ConcurrentHashMap<>();

	private final ConfigurableListableBeanFactory beanFactory;

	private final String reserve;

	ExecutorPools(ConfigurableListableBeanFactory beanFactory, String reserve) {
		this.beanFactory = beanFactory;
		this.reserve = reserve;
	}

	/**
	 * Finds a pool.
	 * @param name the name of the DataSource bean, {@code null} for the only or primary
	 * one
	 * @param property the property to name in the failure if it is not found
	 */
	ExecutorPool find(@Nullable String name, String property) {
		String bean = (name != null) ? name : only(property);
		return this.pools.computeIfAbsent(bean, (pool) -> share(pool, property));
	}

	private String only(String property) {
		try {
			NamedBeanHolder<DataSource> only = this.beanFactory.resolveNamedBean(DataSource.class);
			return only.getBeanName();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new InvalidConfigurationPropertyValueException(property, null,
					"There are several pools: set one of " + ex.getBeanNamesFound() + ".");
		}
	}

	private ExecutorPool share(String name, String property) {
		if (!this.beanFactory.containsBean(name) || !this.beanFactory.isTypeMatch(name, DataSource.class)) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"There is no DataSource with this name; known DataSources: "
							+ String.join(", ", this.beanFactory.getBeanNamesForType(DataSource.class)) + ".");
		}
		HikariDataSource pool = DataSourceUnwrapper.unwrap(this.beanFactory.getBean(name, DataSource.class),
				HikariConfigMXBean.class, HikariDataSource.class);
		if (pool == null) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"It is not a HikariCP pool, so its size is not known; write a number as concurrency limit instead.");
		}
		PoolShare share = new PoolShare(() -> size(pool), this.reserve);
		if (share.isTooSmall()) {
			logger.warn("Pool '" + name + "' has " + size(pool) + " connections, so the reserve of " + this.reserve
					+ " ('perf-starter.async.pool-reserve') leaves none for executors; their concurrency limit is 1");
		}
		return new ExecutorPool(name, share);
	}

	/**
	 * Applies HikariCP's default size, which the pool sets only when it starts.
	 */
	private static int size(HikariDataSource pool) {
		return (pool.getMaximumPoolSize() > 0) ? pool.getMaximumPoolSize() : DEFAULT_SIZE;
	}

}
