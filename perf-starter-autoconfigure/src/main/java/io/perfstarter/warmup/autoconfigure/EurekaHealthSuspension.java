package io.perfstarter.warmup.autoconfigure;

import java.util.function.Supplier;

import com.netflix.appinfo.HealthCheckHandler;
import io.perfstarter.warmup.run.WarmupState;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Suspends the health checks of Eureka's client before the gates open and during
 * shutdown. Otherwise they would set the status to DOWN instead of STARTING, or to UP if
 * the check ignores readiness.
 */
class EurekaHealthSuspension implements BeanPostProcessor {

	private final Supplier<WarmupState> state;

	EurekaHealthSuspension(Supplier<WarmupState> state) {
		this.state = state;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof HealthCheckHandler) ? hold(bean) : bean;
	}

	/**
	 * Returns no status while suspended, so that Eureka's client keeps the current one.
	 */
	private Object hold(Object handler) {
		ProxyFactory factory = new ProxyFactory(handler);
		factory.addAdvice((MethodInterceptor) (invocation) -> {
			boolean asks = invocation.getMethod().getDeclaringClass() == HealthCheckHandler.class;
			return (!asks || isServing()) ? invocation.proceed() : null;
		});
		return factory.getProxy(handler.getClass().getClassLoader());
	}

	private boolean isServing() {
		WarmupState state = this.state.get();
		return state.isOpen() && !state.isClosed();
	}

}
