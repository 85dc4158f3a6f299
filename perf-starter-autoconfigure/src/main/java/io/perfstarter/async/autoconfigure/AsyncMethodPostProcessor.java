package io.perfstarter.async.autoconfigure;

import io.perfstarter.async.BoundedExecutors;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;

/**
 * Adds the executors' interceptor of {@code @Async} methods directly before that of
 * Spring. It has no order, so that it is applied after Spring's post-processor.
 */
class AsyncMethodPostProcessor implements BeanPostProcessor {

	private final MethodInterceptor interceptor = BoundedExecutors.methodInterceptor();

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof Advised advised && !advised.isFrozen()) {
			for (Advisor advisor : advised.getAdvisors()) {
				if (advisor instanceof AsyncAnnotationAdvisor async) {
					advised.addAdvisor(advised.indexOf(advisor),
							new DefaultPointcutAdvisor(async.getPointcut(), this.interceptor));
				}
			}
		}
		return bean;
	}

}
