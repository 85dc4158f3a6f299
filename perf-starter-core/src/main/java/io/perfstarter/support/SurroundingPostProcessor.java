package io.perfstarter.support;

import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;

/**
 * Base class of post-processors that add interceptors directly before and after an
 * interceptor of Spring, for the same methods. They have the last order: they run after
 * Spring's post-processor, and before post-processors without an order wrap the bean.
 */
public abstract class SurroundingPostProcessor implements BeanPostProcessor, Ordered {

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	/**
	 * Returns whether an advisor is Spring's.
	 * @param advisor an advisor of a bean
	 * @return whether to surround it
	 */
	protected abstract boolean isSurrounded(Advisor advisor);

	/**
	 * Returns the interceptor to call directly before Spring's.
	 * @return the interceptor
	 */
	protected abstract MethodInterceptor before();

	/**
	 * Returns the interceptor to call directly after Spring's.
	 * @return the interceptor
	 */
	protected abstract MethodInterceptor after();

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof Advised advised && !advised.isFrozen()) {
			for (Advisor advisor : advised.getAdvisors()) {
				if (advisor instanceof PointcutAdvisor ofSpring && isSurrounded(ofSpring)) {
					int position = advised.indexOf(ofSpring);
					advised.addAdvisor(position + 1, new DefaultPointcutAdvisor(ofSpring.getPointcut(), after()));
					advised.addAdvisor(position, new DefaultPointcutAdvisor(ofSpring.getPointcut(), before()));
				}
			}
		}
		return bean;
	}

}
