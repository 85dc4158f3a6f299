package io.perfstarter.jdbc.autoconfigure;

import com.zaxxer.hikari.HikariDataSource;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.ObservedPools;

import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Observes the pools that are beans, if anybody listens.
 */
final class ObservedPoolPostProcessor implements BeanPostProcessor, Ordered {

	/**
	 * Before Boot's, which makes the lazy proxy around the pool.
	 */
	private static final int ORDER = -1;

	private final ObservedPools pools;

	private final ListableBeanFactory beanFactory;

	ObservedPoolPostProcessor(ObservedPools pools, ListableBeanFactory beanFactory) {
		this.pools = pools;
		this.beanFactory = beanFactory;
	}

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof HikariDataSource pool && isHeard()) ? this.pools.observe(beanName, pool) : bean;
	}

	private boolean isHeard() {
		return this.beanFactory.getBeanNamesForType(JdbcListener.class, true, false).length > 0;
	}

}
