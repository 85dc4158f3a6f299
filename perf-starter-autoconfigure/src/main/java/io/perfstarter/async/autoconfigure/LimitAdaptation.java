package io.perfstarter.async.autoconfigure;

import java.util.Arrays;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.support.SharedResource;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;

/**
 * Adapts the limit of requests to the use of processors, connections and what other
 * features provide, if the settings say so. It starts when all connection pools are
 * created.
 */
class LimitAdaptation implements SmartInitializingSingleton {

	private final RequestLimiter limiter;

	private final RequestLimiterProperties properties;

	private final ObjectProvider<SharedResource> resources;

	private final ConfigurableListableBeanFactory beans;

	LimitAdaptation(RequestLimiter limiter, RequestLimiterProperties properties,
			ObjectProvider<SharedResource> resources, ConfigurableListableBeanFactory beans) {
		this.limiter = limiter;
		this.properties = properties;
		this.resources = resources;
		this.beans = beans;
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (this.properties.isAuto()) {
			this.limiter.adapt(this.properties.minConcurrencyLimit(), this.properties.maxConcurrencyLimit(),
					Stream.concat(pools(), this.resources.orderedStream()).toList());
		}
	}

	private Stream<SharedResource> pools() {
		ClassLoader loader = getClass().getClassLoader();
		boolean present = ClassUtils.isPresent("com.zaxxer.hikari.HikariDataSource", loader)
				&& ClassUtils.isPresent("org.springframework.boot.jdbc.DataSourceUnwrapper", loader);
		return present ? Pool.all(this.beans) : Stream.empty();
	}

	/**
	 * The connections of a pool.
	 *
	 * @param bean the name of its bean
	 * @param pool the pool
	 */
	private record Pool(String bean, HikariDataSource pool) implements SharedResource {

		static Stream<SharedResource> all(ConfigurableListableBeanFactory beans) {
			return Arrays.stream(beans.getBeanNamesForType(DataSource.class, false, false)).mapMulti((name, pools) -> {
				HikariDataSource pool = pool(beans.getSingleton(name));
				if (pool != null) {
					pools.accept(new Pool(name, pool));
				}
			});
		}

		private static @Nullable HikariDataSource pool(@Nullable Object bean) {
			return (bean instanceof DataSource source)
					? DataSourceUnwrapper.unwrap(source, HikariConfigMXBean.class, HikariDataSource.class) : null;
		}

		@Override
		public String name() {
			return "connections of " + this.bean;
		}

		@Override
		public double busy() {
			return this.pool.isRunning()
					? (double) this.pool.getHikariPoolMXBean().getActiveConnections() / this.pool.getMaximumPoolSize()
					: 0;
		}

		@Override
		public int waiting() {
			return this.pool.isRunning() ? this.pool.getHikariPoolMXBean().getThreadsAwaitingConnection() : 0;
		}

	}

}
