package io.perfstarter.routing.autoconfigure;

import io.perfstarter.routing.checks.RoutingGuards;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Adds the translation of rejected writes to each entity manager factory before it is
 * built.
 */
final class EntityManagerFactoryPostProcessor implements BeanPostProcessor {

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof AbstractEntityManagerFactoryBean factory) {
			RoutingGuards.translateRefusals(factory);
		}
		return bean;
	}

}
