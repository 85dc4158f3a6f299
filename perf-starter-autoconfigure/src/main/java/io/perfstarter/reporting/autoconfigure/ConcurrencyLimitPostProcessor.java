package io.perfstarter.reporting.autoconfigure;

import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.SurroundingPostProcessor;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.resilience.annotation.ConcurrencyLimitBeanPostProcessor;
import org.springframework.util.ClassUtils;

/**
 * Observes the waits at {@code @ConcurrencyLimit} with two interceptors around Spring's:
 * the first begins a wait, and the second ends it.
 */
class ConcurrencyLimitPostProcessor extends SurroundingPostProcessor implements SmartInitializingSingleton {

	private static final String WAITED = ConcurrencyLimitPostProcessor.class.getName();

	private final ObjectProvider<LimiterListener> source;

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
		return this::await;
	}

	@Override
	protected MethodInterceptor after() {
		return ConcurrencyLimitPostProcessor::enter;
	}

	private @Nullable Object await(MethodInvocation invocation) throws Throwable {
		Runnable waited = this.listener.waiting(name(invocation));
		((ProxyMethodInvocation) invocation).setUserAttribute(WAITED, waited);
		try {
			return invocation.proceed();
		}
		finally {
			// The limit may reject the call.
			waited.run();
		}
	}

	private static @Nullable Object enter(MethodInvocation invocation) throws Throwable {
		if (((ProxyMethodInvocation) invocation).getUserAttribute(WAITED) instanceof Runnable waited) {
			waited.run();
		}
		return invocation.proceed();
	}

	private static String name(MethodInvocation invocation) {
		Object target = invocation.getThis();
		Class<?> type = (target != null) ? ClassUtils.getUserClass(target) : invocation.getMethod().getDeclaringClass();
		return type.getSimpleName() + "." + invocation.getMethod().getName();
	}

}
