package io.perfstarter.reporting.autoconfigure;

import java.util.function.Supplier;

import io.perfstarter.reporting.request.LimitedMethods;
import io.perfstarter.support.LimiterListener;

import org.springframework.aop.Advisor;
import org.springframework.aop.PointcutAdvisor;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.resilience.annotation.ConcurrencyLimitBeanPostProcessor;

/**
 * Observes the waits at {@code @ConcurrencyLimit} with interceptors directly before and
 * after that of Spring. It has no order, so that it is applied after Spring's
 * post-processor.
 */
class ConcurrencyLimitPostProcessor implements BeanPostProcessor {

	private final LimitedMethods methods;

	ConcurrencyLimitPostProcessor(Supplier<LimiterListener> listener) {
		this.methods = new LimitedMethods(listener);
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
