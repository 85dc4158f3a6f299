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
 * The pools of connections of which executors have a share. Thread-safe.
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
	 * @param name the name of its bean, {@code null} for the only or primary one
	 * @param property what to set if it is not found
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
					"There are several: write one of " + ex.getBeanNamesFound() + ".");
		}
	}

	private ExecutorPool share(String name, String property) {
		if (!this.beanFactory.containsBean(name) || !this.beanFactory.isTypeMatch(name, DataSource.class)) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"There is no DataSource of that name; there are "
							+ String.join(", ", this.beanFactory.getBeanNamesForType(DataSource.class)) + ".");
		}
		HikariDataSource pool = DataSourceUnwrapper.unwrap(this.beanFactory.getBean(name, DataSource.class),
				HikariConfigMXBean.class, HikariDataSource.class);
		if (pool == null) {
			throw new InvalidConfigurationPropertyValueException(property, name,
					"It is no pool of HikariCP, so its size is not known; write a number of permits instead.");
		}
		PoolShare share = new PoolShare(() -> size(pool), this.reserve);
		if (share.isTooSmall()) {
			logger.warn("Pool '" + name + "' has " + size(pool)
					+ " connections, which leaves none to executors beside the " + "reserve of " + this.reserve
					+ " ('perf-starter.async.pool-reserve'); they get 1 permit all the same");
		}
		return new ExecutorPool(name, share);
	}

	/**
	 * HikariCP fills in its default only when the pool starts.
	 */
	private static int size(HikariDataSource pool) {
		return (pool.getMaximumPoolSize() > 0) ? pool.getMaximumPoolSize() : DEFAULT_SIZE;
	}

}
