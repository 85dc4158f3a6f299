package io.perfstarter.jdbc.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.ObservedPools;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Wraps the pools that are beans, so that their connections are observed.
 */
final class ObservedPoolPostProcessor implements BeanPostProcessor, Ordered {

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

}
