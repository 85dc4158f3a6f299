package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.reporting.request.LimitedMethods;
import io.perfstarter.support.LimiterListener;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.resilience.annotation.ConcurrencyLimitBeanPostProcessor;

/**
 * Observes the waits at {@code @ConcurrencyLimit} with interceptors directly before and
 * after that of Spring. It has no order, so that it is applied after Spring's
 * post-processor.
 */
class ConcurrencyLimitPostProcessor implements BeanPostProcessor, SmartInitializingSingleton {

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
	public Object postProcessAfterInitialization(Object bean, String name) {
		if (bean instanceof Advised advised && !advised.isFrozen()) {
			for (Advisor advisor : advised.getAdvisors()) {
				if (advisor instanceof PointcutAdvisor limit && isConcurrencyLimit(limit)) {
					int position = advised.indexOf(limit);
					advised.addAdvisor(position + 1,
							new DefaultPointcutAdvisor(limit.getPointcut(), this.methods.after()));
					advised.addAdvisor(position,
							new DefaultPointcutAdvisor(limit.getPointcut(), this.methods.before()));
				}
			}
		}
		return bean;
	}

	private static boolean isConcurrencyLimit(Advisor advisor) {
		return advisor.getAdvice().getClass().getEnclosingClass() == ConcurrencyLimitBeanPostProcessor.class;
	}

}
