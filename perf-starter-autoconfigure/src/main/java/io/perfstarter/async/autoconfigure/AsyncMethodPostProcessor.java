package io.perfstarter.async.autoconfigure;

import io.perfstarter.async.BoundedExecutors;
import io.perfstarter.support.SurroundingPostProcessor;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.core.Ordered;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;

/**
 * Adds the executors' interceptors of {@code @Async} methods. It has the order of
 * Spring's post-processor, which is registered first, so that it is applied before others
 * wrap the bean.
 */
class AsyncMethodPostProcessor extends SurroundingPostProcessor implements Ordered {

	@Override
	public int getOrder() {
		return LOWEST_PRECEDENCE;
	}

	@Override
	protected boolean isSurrounded(Advisor advisor) {
		return advisor instanceof AsyncAnnotationAdvisor;
	}

	@Override
	protected MethodInterceptor before() {
		return BoundedExecutors.methodInterceptor();
	}

	@Override
	protected MethodInterceptor after() {
		return BoundedExecutors.bodyInterceptor();
	}

}
