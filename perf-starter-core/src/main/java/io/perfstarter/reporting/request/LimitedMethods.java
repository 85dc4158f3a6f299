package io.perfstarter.reporting.request;

import io.perfstarter.support.LimiterListener;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.util.ClassUtils;

/**
 * Reports the waits at the concurrency limit of methods, which an interceptor of Spring
 * enforces: a wait begins directly before that interceptor and ends directly after it.
 * Thread-safe.
 */
public final class LimitedMethods {

	private static final String WAITED = LimitedMethods.class.getName();

	private final LimiterListener listener;

	/**
	 * Creates the interceptors.
	 * @param listener receives the waits
	 */
	public LimitedMethods(LimiterListener listener) {
		this.listener = listener;
	}

	/**
	 * Returns the interceptor that must be called directly before the limiting one.
	 * @return the interceptor
	 */
	public MethodInterceptor before() {
		return this::await;
	}

	/**
	 * Returns the interceptor that must be called directly after the limiting one.
	 * @return the interceptor
	 */
	public MethodInterceptor after() {
		return LimitedMethods::enter;
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
