package io.perfstarter.routing.autoconfigure;

import java.util.function.Consumer;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.orm.jpa.AbstractEntityManagerFactoryBean;

/**
 * Applies a customizer to each entity manager factory before it is built.
 */
final class EntityManagerFactoryPostProcessor implements BeanPostProcessor {

	private final Consumer<AbstractEntityManagerFactoryBean> guard;

	EntityManagerFactoryPostProcessor(Consumer<AbstractEntityManagerFactoryBean> guard) {
		this.guard = guard;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof AbstractEntityManagerFactoryBean factory) {
			this.guard.accept(factory);
		}
		return bean;
	}

}
