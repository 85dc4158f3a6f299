package io.perfstarter.routing.autoconfigure;

import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.data.repository.core.support.RepositoryFactoryBeanSupport;

/**
 * Adds the check of joined transactions to repositories, inside their transaction advice.
 */
final class RepositoryJoinCheckPostProcessor implements BeanPostProcessor {

	private final ObjectProvider<MethodInterceptor> transactionJoinCheck;

	RepositoryJoinCheckPostProcessor(ObjectProvider<MethodInterceptor> transactionJoinCheck) {
		this.transactionJoinCheck = transactionJoinCheck;
	}

	@Override
	public Object postProcessBeforeInitialization(Object bean, String beanName) {
		if (bean instanceof RepositoryFactoryBeanSupport<?, ?, ?> repository) {
			MethodInterceptor advice = this.transactionJoinCheck.getObject();
			repository.addRepositoryFactoryCustomizer((factory) -> factory
				.addRepositoryProxyPostProcessor((proxy, information) -> proxy.addAdvice(advice)));
		}
		return bean;
	}

}
