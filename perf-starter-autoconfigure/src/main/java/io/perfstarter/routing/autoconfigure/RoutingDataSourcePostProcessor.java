package io.perfstarter.routing.autoconfigure;

import javax.sql.DataSource;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Has the primary wired when it is made.
 */
final class RoutingDataSourcePostProcessor implements BeanPostProcessor, Ordered {

	/**
	 * Right after Boot's, which makes the lazy proxy, so that what else wraps the bean
	 * stays outside.
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
