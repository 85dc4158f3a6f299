package io.perfstarter.jdbc.autoconfigure;

import javax.sql.DataSource;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ObservedPools;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.framework.AopProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadata;
import org.springframework.boot.jdbc.metadata.DataSourcePoolMetadataProvider;
import org.springframework.boot.jdbc.metadata.HikariDataSourcePoolMetadata;
import org.springframework.core.Ordered;

/**
 * Wraps the pools that are beans, so that their connections are observed. Provides the
 * metadata of wrapped pools, which Boot reads from a field that a proxy does not have.
 */
final class ObservedPoolPostProcessor implements BeanPostProcessor, DataSourcePoolMetadataProvider, Ordered {

	/**
	 * Before Boot's post-processor, which wraps the pool in the lazy proxy.
	 */
	private static final int ORDER = -1;

	private final ObservedPools pools;

	ObservedPoolPostProcessor(ObservedPools pools) {
		this.pools = pools;
	}

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof HikariDataSource pool) ? this.pools.observe(beanName, pool) : bean;
	}

	@Override
	public @Nullable DataSourcePoolMetadata getDataSourcePoolMetadata(DataSource dataSource) {
		HikariDataSource pool = DataSourceUnwrapper.unwrap(dataSource, HikariDataSource.class);
		return (AopUtils.isAopProxy(pool) && AopProxyUtils.getSingletonTarget(pool) instanceof HikariDataSource target)
				? new HikariDataSourcePoolMetadata(target) : null;
	}

}
