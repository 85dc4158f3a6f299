package io.perfstarter.async.autoconfigure;

import java.util.List;
import java.util.function.IntSupplier;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;
import org.springframework.boot.jdbc.DataSourceUnwrapper;

/**
 * Divides half of a connection pool among the executors of the pool; each has a limit of
 * at least 1. The other half is left to requests.
 */
class ExecutorPools {

	private static final Log logger = LogFactory.getLog(ExecutorPools.class);

	private static final int DEFAULT_SIZE = 10;

	private final ConfigurableListableBeanFactory beanFactory;

	private final AsyncProperties properties;

	ExecutorPools(ConfigurableListableBeanFactory beanFactory, AsyncProperties properties) {
		this.beanFactory = beanFactory;
		this.properties = properties;
	}

	/**
	 * Returns the name of the DataSource bean whose pool limits an executor.
	 */
	String name(String executor) {
		String name = this.properties.executor(executor).pool();
		return (name != null) ? name : only(property(executor));
	}

	private static String property(String executor) {
		return AsyncProperties.PREFIX + ".executors." + executor + ".pool";
	}

	/**
	 * Returns the limit of an executor, which follows the size of its pool.
	 */
	IntSupplier share(String executor) {
		String name = name(executor);
		HikariDataSource pool = pool(name, property(executor));
		List<String> executors = this.properties.executors()
			.keySet()
			.stream()
			.filter((other) -> this.properties.executor(other).isOfPool() && name(other).equals(name))
			.sorted()
			.toList();
		int first = executors.indexOf(executor);
		int number = executors.size();
		if (first == 0 && half(pool) < number) {
			logger.warn(
					"Pool '%s' has %d connections, of which half are for the executors %s, each of which has a limit of at least 1"
						.formatted(name, size(pool), executors));
		}
		// The first executors get the remainder of the division.
		return () -> Math.max(1, (half(pool) + number - 1 - first) / number);
	}

	private static int half(HikariDataSource pool) {
		return size(pool) / 2;
	}

	private String only(String property) {
		try {
			return this.beanFactory.resolveNamedBean(DataSource.class).getBeanName();
		}
		catch (NoUniqueBeanDefinitionException ex) {
			throw new InvalidConfigurationPropertyValueException(property, null,
					"There are several pools: set one of " + ex.getBeanNamesFound() + ".");
		}
	}

	private HikariDataSource pool(String name, String property) {
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
		return pool;
	}

	/**
	 * Applies HikariCP's default size, which the pool sets only when it starts.
	 */
	private static int size(HikariDataSource pool) {
		return (pool.getMaximumPoolSize() > 0) ? pool.getMaximumPoolSize() : DEFAULT_SIZE;
	}

}
