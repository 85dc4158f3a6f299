package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.reporting.request.LimitedMethods;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.SurroundingPostProcessor;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.Advisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.resilience.annotation.ConcurrencyLimitBeanPostProcessor;

/**
 * Observes the waits at {@code @ConcurrencyLimit} with interceptors directly before and
 * after Spring's.
 */
class ConcurrencyLimitPostProcessor extends SurroundingPostProcessor implements SmartInitializingSingleton {

	private final ObjectProvider<LimiterListener> source;

	private final LimitedMethods methods = new LimitedMethods((limiter) -> this.listener.waiting(limiter));

	private volatile LimiterListener listener = LimiterListener.NONE;

	ConcurrencyLimitPostProcessor(ObjectProvider<LimiterListener> source) {
		this.source = source;
	}

	/**
	 * Looks up the listener once all beans are created, because a call on another thread
	 * could wait for the thread that creates the beans.
	 */
	@Override
	public void afterSingletonsInstantiated() {
		this.source.ifAvailable((listener) -> this.listener = listener);
	}

	@Override
	protected boolean isSurrounded(Advisor advisor) {
		return advisor.getAdvice().getClass().getEnclosingClass() == ConcurrencyLimitBeanPostProcessor.class;
	}

	@Override
	protected MethodInterceptor before() {
		return this.methods.before();
	}

	@Override
	protected MethodInterceptor after() {
		return this.methods.after();
	}

}
