package io.perfstarter.async.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.HikariPoolMXBean;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.support.ResourceUse;
import io.perfstarter.support.SharedResource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;

/**
 * Adapts the limit of requests to the use of processors, connections and resources of
 * other features, if the limit is {@code auto}. Looks for pools in each period, because
 * some are created late, but creates none. Starts, and logs the limit, after the creation
 * of the other beans.
 */
record LimitAdaptation(RequestLimiter limiter, RequestLimiterProperties properties,
		ConfigurableListableBeanFactory beans) implements SmartInitializingSingleton {

	private static final Log logger = LogFactory.getLog(LimitAdaptation.class);

	private static final boolean POOLS_PRESENT = Stream
		.of("com.zaxxer.hikari.HikariDataSource", "org.springframework.boot.jdbc.DataSourceUnwrapper")
		.allMatch((type) -> ClassUtils.isPresent(type, LimitAdaptation.class.getClassLoader()));

	@Override
	public void afterSingletonsInstantiated() {
		report();
		if (this.properties.isAuto()) {
			this.limiter.adapt(RequestLimiterProperties.LOWEST, RequestLimiterProperties.HIGHEST, resources());
		}
	}

	private void report() {
		int limit = this.limiter.permits();
		String range = (!this.properties.isAuto()) ? "" : ", adapted between %d and %d"
			.formatted(RequestLimiterProperties.LOWEST, RequestLimiterProperties.HIGHEST);
		logger.info("Request limiter: up to %d requests at once%s; %d more wait for up to %s".formatted(limit, range,
				this.limiter.queueCapacity(), this.properties.queueTimeout()));
	}

	/**
	 * Looks up the names only once, because it checks the types of all beans.
	 */
	private Supplier<List<SharedResource>> resources() {
		List<String> names = Stream.of(DataSource.class, SharedResource.class)
			.flatMap((type) -> Arrays.stream(this.beans.getBeanNamesForType(type, false, false)))
			.toList();
		return () -> names.stream().filter(this.beans::containsSingleton).flatMap(this::resource).toList();
	}

	/**
	 * Returns a bean as a resource, if it is one. Calls {@code getBean}, because the
	 * singleton may be a factory of the bean, such as of a scoped proxy.
	 */
	private Stream<SharedResource> resource(String name) {
		Object bean = this.beans.getBean(name);
		if (bean instanceof SharedResource resource) {
			return Stream.of(resource);
		}
		return (POOLS_PRESENT && bean instanceof DataSource source) ? Stream.ofNullable(Pool.of(name, source))
				: Stream.empty();
	}

	/**
	 * The connections of a pool, in a separate class because HikariCP may be absent.
	 */
	private static final class Pool {

		static @Nullable SharedResource of(String bean, DataSource source) {
			HikariDataSource pool = DataSourceUnwrapper.unwrap(source, HikariConfigMXBean.class,
					HikariDataSource.class);
			return (pool != null) ? () -> use("connections of " + bean, pool) : null;
		}

		private static ResourceUse use(String name, HikariDataSource pool) {
			if (!pool.isRunning()) {
				return new ResourceUse(name, 0, 0, 0);
			}
			HikariPoolMXBean state = pool.getHikariPoolMXBean();
			int size = pool.getMaximumPoolSize();
			return new ResourceUse(name, size, (double) state.getActiveConnections() / size,
					state.getThreadsAwaitingConnection());
		}

	}

}
