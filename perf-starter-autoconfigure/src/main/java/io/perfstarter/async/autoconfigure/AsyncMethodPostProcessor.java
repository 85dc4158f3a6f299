package io.perfstarter.async.autoconfigure;

import io.perfstarter.async.BoundedExecutors;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.aop.Pointcut;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;

/**
 * Adds the executors' interceptors of {@code @Async} methods directly before and after
 * that of Spring. It has the order of Spring's post-processor, which is registered first,
 * so that it is applied before others wrap the bean.
 */
class AsyncMethodPostProcessor implements BeanPostProcessor, Ordered {

	private final MethodInterceptor before = BoundedExecutors.methodInterceptor();

	private final MethodInterceptor after = BoundedExecutors.bodyInterceptor();

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof Advised advised && !advised.isFrozen()) {
			for (Advisor advisor : advised.getAdvisors()) {
				if (advisor instanceof AsyncAnnotationAdvisor async) {
					Pointcut methods = async.getPointcut();
					advised.addAdvisor(advised.indexOf(advisor), new DefaultPointcutAdvisor(methods, this.before));
					advised.addAdvisor(advised.indexOf(advisor) + 1, new DefaultPointcutAdvisor(methods, this.after));
				}
			}
		}
		return bean;
	}

}
