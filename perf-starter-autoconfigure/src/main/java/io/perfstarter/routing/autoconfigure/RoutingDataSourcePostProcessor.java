package io.perfstarter.routing.autoconfigure;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Connects the primary to routing when its bean is created.
 */
final class RoutingDataSourcePostProcessor implements BeanPostProcessor, Ordered {

	/**
	 * Directly after Boot's post-processor, which creates the lazy proxy; all other
	 * wrappers stay outside.
	 */
	static final int ORDER = 1;

	private final ObjectProvider<RoutingWiring> wiring;

	RoutingDataSourcePostProcessor(ObjectProvider<RoutingWiring> wiring) {
		this.wiring = wiring;
	}

	@Override
	public int getOrder() {
		return ORDER;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof DataSource dataSource) ? this.wiring.getObject().wire(beanName, dataSource) : bean;
	}

}
