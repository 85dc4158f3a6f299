package io.perfstarter.routing.autoconfigure;

import java.sql.SQLException;
import java.util.List;
import java.util.Set;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariConfigMXBean;
import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.settings.autoconfigure.CannotStartException;
import io.perfstarter.settings.autoconfigure.HelpPage;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.jdbc.datasource.AbstractDataSource;
import org.springframework.jdbc.datasource.DelegatingDataSource;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;
import org.springframework.jdbc.datasource.TransactionAwareDataSourceProxy;
import org.springframework.util.ClassUtils;

/**
 * Proves that a data source is one pool of one database. If it chooses between databases,
 * replicas would return rows of another tenant. If it is a wrapper that changes its
 * connections, the connections of replicas would lack the change.
 */
final class OneDatabase {

	/**
	 * Wrappers that return unchanged connections of their target.
	 */
	private static final Set<Class<?>> TRANSPARENT = Set.of(DelegatingDataSource.class,
			LazyConnectionDataSourceProxy.class, TransactionAwareDataSourceProxy.class);

	/**
	 * Transparent wrappers of optional libraries.
	 */
	private static final Set<String> TRANSPARENT_NAMES = Set.of("net.ttddyy.dsproxy.support.ProxyDataSource",
			"com.p6spy.engine.spy.P6DataSource");

	private OneDatabase() {
	}

	/**
	 * Returns the pool behind a primary.
	 * @param beanName the name of its bean
	 * @param primary the primary
	 * @return the pool
	 * @throws CannotStartException if there is no such pool, or a wrapper may change its
	 * connections or choose another pool
	 */
	static HikariDataSource poolOf(String beanName, DataSource primary) {
		DataSource source = primary;
		while (!(source instanceof HikariDataSource)) {
			DataSource target = target(source);
			if (target == null) {
				throw unproven(beanName, source);
			}
			source = target;
		}
		Class<?> type = AopProxyUtils.ultimateTargetClass(source);
		if (ClassUtils.getMethod(type, "getConnection").getDeclaringClass() != HikariDataSource.class) {
			throw unproven(beanName, source);
		}
		return (HikariDataSource) source;
	}

	private static @Nullable DataSource target(DataSource source) {
		if (source instanceof DelegatingDataSource wrapper && TRANSPARENT.contains(source.getClass())) {
			return wrapper.getTargetDataSource();
		}
		if (TRANSPARENT_NAMES.contains(source.getClass().getName())) {
			return behind(source);
		}
		return (AopProxyUtils.getSingletonTarget(source) instanceof DataSource proxied) ? proxied : null;
	}

	/**
	 * Returns what a wrapper of an optional library encloses: a data source of Spring,
	 * which may choose another one, otherwise the pool.
	 */
	private static @Nullable DataSource behind(DataSource wrapper) {
		try {
			for (Class<? extends DataSource> type : List.of(AbstractDataSource.class, DelegatingDataSource.class)) {
				if (wrapper.isWrapperFor(type)) {
					return wrapper.unwrap(type);
				}
			}
			return unwrapped(wrapper);
		}
		catch (SQLException ex) {
			return null;
		}
	}

	private static @Nullable HikariDataSource unwrapped(DataSource source) {
		return DataSourceUnwrapper.unwrap(source, HikariConfigMXBean.class, HikariDataSource.class);
	}

	private static CannotStartException unproven(String beanName, DataSource source) {
		String type = AopProxyUtils.ultimateTargetClass(source).getName();
		if (unwrapped(source) == null) {
			return new CannotStartException(HelpPage.ROUTING,
					"Replicas are configured under '%s', but the primary, the bean '%s', is not a HikariCP pool but a '%s'."
						.formatted(RoutingProperties.REPLICAS, beanName, type),
					"Use HikariCP for the primary, or set '%s.enabled' to 'false', for example in tests with an embedded database."
						.formatted(RoutingProperties.PREFIX));
		}
		return new CannotStartException(HelpPage.ROUTING,
				"Replicas are configured under '%s', but the primary, the bean '%s', is a '%s', which may choose another database or change its connections. Replicas would return rows of another tenant or schema."
					.formatted(RoutingProperties.REPLICAS, beanName, type),
				"Set '%s' to the bean name of the wrapped pool: then the wrapper also encloses the replicas' connections. Or wrap the pool with a BeanPostProcessor, or remove the replicas."
					.formatted(RoutingProperties.PRIMARY));
	}

}
