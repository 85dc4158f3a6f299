package io.perfstarter.warmup.autoconfigure;

import java.util.function.Supplier;

import com.netflix.appinfo.HealthCheckHandler;
import io.perfstarter.warmup.WarmupState;
import org.aopalliance.intercept.MethodInterceptor;

import org.springframework.aop.framework.ProxyFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;

/**
 * Keeps Eureka's client from asking for health before the gates open, and when the
 * instance leaves: not being ready yet, the instance would be down instead of starting,
 * or by a check that knows nothing of readiness, up.
 */
class EurekaHealthHold implements BeanPostProcessor {

	private final Supplier<WarmupState> state;

	EurekaHealthHold(Supplier<WarmupState> state) {
		this.state = state;
	}

	@Override
	public Object postProcessAfterInitialization(Object bean, String beanName) {
		return (bean instanceof HealthCheckHandler) ? hold(bean) : bean;
	}

	/**
	 * For Eureka's client, no status means that it stays as it is.
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
