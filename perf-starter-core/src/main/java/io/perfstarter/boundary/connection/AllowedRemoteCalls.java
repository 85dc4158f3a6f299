package io.perfstarter.boundary.connection;

import io.perfstarter.boundary.AllowRemoteCall;
import io.perfstarter.support.Annotatable;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;

/**
 * Interceptor that marks the current thread while a method annotated with
 * {@link AllowRemoteCall} runs. Thread-safe.
 */
final class AllowedRemoteCalls implements MethodInterceptor {

	private static final ThreadLocal<@Nullable Boolean> ACTIVE = new ThreadLocal<>();

	/**
	 * Matches annotated methods and the methods of annotated types.
	 */
	static Pointcut pointcut() {
		return new ComposablePointcut(Annotatable::test).intersection((Pointcut) new ComposablePointcut(
				(Pointcut) new AnnotationMatchingPointcut(AllowRemoteCall.class, true))
			.union((Pointcut) new AnnotationMatchingPointcut(null, AllowRemoteCall.class, true)));
	}

	/**
	 * Returns whether the current thread runs an annotated method.
	 */
	static boolean isActive() {
		return ACTIVE.get() != null;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		if (isActive()) {
			return invocation.proceed();
		}
		ACTIVE.set(Boolean.TRUE);
		try {
			return invocation.proceed();
		}
		finally {
			ACTIVE.remove();
		}
	}

}
