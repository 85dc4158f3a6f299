package io.perfstarter.async.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.support.SharedResource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;

/**
 * Adapts the limit of requests to the use of processors, connections and what other
 * features provide, if the settings say so. It looks for created pools in each period,
 * because some may be created late, and creates none. Starts when all other beans are
 * created, and logs the limit then.
 */
class LimitAdaptation implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(LimitAdaptation.class);

	private static final boolean POOLS_PRESENT = Stream
		.of("com.zaxxer.hikari.HikariDataSource", "org.springframework.boot.jdbc.DataSourceUnwrapper")
		.allMatch((type) -> ClassUtils.isPresent(type, LimitAdaptation.class.getClassLoader()));

	private final RequestLimiter limiter;

	private final RequestLimiterProperties properties;

	private final ConfigurableListableBeanFactory beans;

	LimitAdaptation(RequestLimiter limiter, RequestLimiterProperties properties,
			ConfigurableListableBeanFactory beans) {
		this.limiter = limiter;
		this.properties = properties;
		this.beans = beans;
	}

	@Override
	public void afterSingletonsInstantiated() {
		report();
		if (this.properties.isAuto()) {
			this.limiter.adapt(this.properties.minConcurrencyLimit(), this.properties.maxConcurrencyLimit(),
					resources());
		}
	}

	private void report() {
		int limit = this.limiter.permits();
		String range = (!this.properties.isAuto()) ? "" : ", adapted between %d and %d"
			.formatted(this.properties.minConcurrencyLimit(), this.properties.maxConcurrencyLimit());
		logger.info("Request limiter: up to %d requests at once%s; %d more wait for up to %s".formatted(limit, range,
				this.limiter.queueCapacity(), this.properties.queueTimeout()));
	}

	/**
	 * Looks the names up once, because that asks all beans for their types.
	 */
	private Supplier<List<SharedResource>> resources() {
		List<String> names = Stream.of(DataSource.class, SharedResource.class)
			.flatMap((type) -> Arrays.stream(this.beans.getBeanNamesForType(type, false, false)))
			.toList();
		return () -> names.stream().filter(this.beans::containsSingleton).flatMap(this::resource).toList();
	}

	/**
	 * Returns a bean as a resource, if it is one. A singleton may also be the factory of
	 * the bean, such as of a scoped proxy.
	 */
	private Stream<SharedResource> resource(String name) {
		Object bean = this.beans.getBean(name);
		if (bean instanceof SharedResource resource) {
			return Stream.of(resource);
		}
		return (POOLS_PRESENT && bean instanceof DataSource source) ? Pool.of(name, source) : Stream.empty();
	}

	/**
	 * The connections of a pool.
	 *
	 * @param bean the name of its bean
	 * @param pool the pool
	 */
	private record Pool(String bean, HikariDataSource pool) implements SharedResource {

		static Stream<SharedResource> of(String bean, DataSource source) {
			HikariDataSource pool = DataSourceUnwrapper.unwrap(source, HikariConfigMXBean.class,
					HikariDataSource.class);
			return (pool != null) ? Stream.of(new Pool(bean, pool)) : Stream.empty();
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
