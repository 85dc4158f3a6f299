package io.perfstarter.async.autoconfigure;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.support.SharedResource;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.util.ClassUtils;

/**
 * Adapts the limit of requests to the use of processors, connections and what other
 * features provide, if the settings say so. It looks for pools in each period, because
 * some may be created late, and creates none. Starts when all other beans are created.
 */
class LimitAdaptation implements SmartInitializingSingleton {

	private static final boolean POOLS_PRESENT = isPresent("com.zaxxer.hikari.HikariDataSource")
			&& isPresent("org.springframework.boot.jdbc.DataSourceUnwrapper");

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
		if (this.properties.isAuto()) {
			this.limiter.adapt(this.properties.minConcurrencyLimit(), this.properties.maxConcurrencyLimit(),
					this::resources);
		}
	}

	private List<SharedResource> resources() {
		Stream<SharedResource> pools = POOLS_PRESENT ? Pool.all(this.beans) : Stream.empty();
		Stream<SharedResource> others = created(this.beans, SharedResource.class).values().stream();
		return Stream.concat(pools, others).toList();
	}

	private static <T> Map<String, T> created(ConfigurableListableBeanFactory beans, Class<T> type) {
		Map<String, T> created = new LinkedHashMap<>();
		for (String name : beans.getBeanNamesForType(type, false, false)) {
			if (beans.containsSingleton(name) && type.isInstance(beans.getSingleton(name))) {
				created.put(name, type.cast(beans.getSingleton(name)));
			}
		}
		return created;
	}

	private static boolean isPresent(String type) {
		return ClassUtils.isPresent(type, LimitAdaptation.class.getClassLoader());
	}

	/**
	 * The connections of a pool.
	 *
	 * @param bean the name of its bean
	 * @param pool the pool
	 */
	private record Pool(String bean, HikariDataSource pool) implements SharedResource {

		static Stream<SharedResource> all(ConfigurableListableBeanFactory beans) {
			return created(beans, DataSource.class).entrySet().stream().mapMulti((bean, pools) -> {
				HikariDataSource pool = DataSourceUnwrapper.unwrap(bean.getValue(), HikariConfigMXBean.class,
						HikariDataSource.class);
				if (pool != null) {
					pools.accept(new Pool(bean.getKey(), pool));
				}
			});
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
