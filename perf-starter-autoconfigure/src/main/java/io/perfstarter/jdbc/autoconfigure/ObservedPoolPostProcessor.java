package io.perfstarter.jdbc.autoconfigure;

import java.lang.reflect.Method;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ObservedPools;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.HikariDataSourcePoolMetadata;
import org.springframework.core.PriorityOrdered;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.lookup.AbstractRoutingDataSource;
import org.springframework.jdbc.support.JdbcAccessor;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Wraps the pools that are beans, so that their connections are observed. Records other
 * data sources, even if they are created late. Provides the metadata of wrapped pools,
 * because Boot reads them from a field of the pool, which a proxy does not have.
 */
final class ObservedPoolPostProcessor
		implements BeanPostProcessor, SmartInitializingSingleton, DataSourcePoolMetadataProvider, PriorityOrdered {

	private static final @Nullable Class<?> REACTIVE = reactive();

	private final ConfigurableListableBeanFactory beanFactory;

	private final ObservedPools pools;

	// By identity.
	private final Set<Object> noticed = Collections.synchronizedSet(Collections.newSetFromMap(new IdentityHashMap<>()));

	ObservedPoolPostProcessor(ConfigurableListableBeanFactory beanFactory, ObservedPools pools) {
		this.beanFactory = beanFactory;
		this.pools = pools;
	}

	private static @Nullable Class<?> reactive() {
		ClassLoader loader = ObservedPoolPostProcessor.class.getClassLoader();
		String name = "io.r2dbc.spi.ConnectionFactory";
		return ClassUtils.isPresent(name, loader) ? ClassUtils.resolveClassName(name, loader) : null;
	}

	/**
	 * Comes before post-processors of other libraries, which then wrap the observed pool.
	 */
	@Override
	public int getOrder() {
		return HIGHEST_PRECEDENCE;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		if (bean instanceof HikariDataSource pool) {
			return this.pools.observe(beanName, pool);
		}
		notice(beanName, bean);
		return bean;
	}

	/**
	 * Records pools that were created before this post-processor or outside of the
	 * context.
	 */
	@Override
	public void afterSingletonsInstantiated() {
		for (String name : this.beanFactory.getBeanNamesForType(DataSource.class, true, false)) {
			if (this.beanFactory.containsSingleton(name)) {
				notice(name, this.beanFactory.getBean(name));
			}
		}
	}

	private void notice(String name, Object bean) {
		Object source = source(bean);
		boolean unobserved = (source instanceof DataSource dataSource && !isObserved(dataSource))
				|| (REACTIVE != null && REACTIVE.isInstance(source));
		if (unobserved && this.noticed.add(source)) {
			this.pools.unobserved(name, source.getClass());
		}
	}

	/**
	 * Returns the data source that a bean uses. The data source need not be a bean.
	 */
	private static Object source(Object bean) {
		DataSource used = null;
		if (bean instanceof JdbcAccessor accessor) {
			used = accessor.getDataSource();
		}
		else if (bean instanceof DataSourceTransactionManager manager) {
			used = manager.getDataSource();
		}
		return (used != null) ? used : bean;
	}

	/**
	 * Returns whether all connections of a data source are certainly observed. Returns
	 * {@code false} if it cannot be unwrapped, such as a proxy for another scope.
	 */
	private boolean isObserved(DataSource dataSource) {
		try {
			if (dataSource instanceof AbstractRoutingDataSource routing) {
				return areObserved(routing);
			}
			HikariDataSource pool = unwrap(dataSource);
			return pool != null && this.pools.isObserved(pool);
		}
		catch (RuntimeException ex) {
			return false;
		}
	}

	/**
	 * Returns whether all targets are observed. A subclass that finds targets in its own
	 * way may have more targets.
	 */
	private boolean areObserved(AbstractRoutingDataSource routing) {
		Method target = ReflectionUtils.findMethod(routing.getClass(), "determineTargetDataSource");
		DataSource standard = routing.getResolvedDefaultDataSource();
		return target != null && target.getDeclaringClass() == AbstractRoutingDataSource.class
				&& (standard == null || isObserved(standard))
				&& routing.getResolvedDataSources().values().stream().allMatch(this::isObserved);
	}

	private static @Nullable HikariDataSource unwrap(DataSource dataSource) {
		return DataSourceUnwrapper.unwrap(dataSource, HikariConfigMXBean.class, HikariDataSource.class);
	}

	@Override
	public @Nullable DataSourcePoolMetadata getDataSourcePoolMetadata(DataSource dataSource) {
		HikariDataSource pool = unwrap(dataSource);
		return (pool != null) ? new HikariDataSourcePoolMetadata(ObservedPools.behind(pool)) : null;
	}

}
