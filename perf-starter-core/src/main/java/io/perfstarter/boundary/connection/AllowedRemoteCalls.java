package io.perfstarter.boundary.connection;

import io.perfstarter.boundary.AllowRemoteCall;
import io.perfstarter.support.ApplicationCode;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ClassFilter;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.ComposablePointcut;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;

/**
 * Interceptor that marks the current thread while a method annotated with
 * {@link AllowRemoteCall} runs. Thread-safe.
 */
final class AllowedRemoteCalls implements MethodInterceptor {

	private static final ThreadLocal<@Nullable Integer> depth = new ThreadLocal<>();

	static Pointcut pointcut() {
		return new ComposablePointcut(new AnnotationMatchingPointcut(AllowRemoteCall.class, true))
			.union((Pointcut) new AnnotationMatchingPointcut(null, AllowRemoteCall.class, true))
			.intersection((ClassFilter) ApplicationCode::canBeAnnotated);
	}

	/**
	 * Returns whether the current thread runs such a method.
	 */
	static boolean isActive() {
		return depth.get() != null;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Integer outer = depth.get();
		depth.set((outer != null) ? outer + 1 : 1);
		try {
			return invocation.proceed();
		}
		finally {
			if (outer != null) {
				depth.set(outer);
			}
			else {
				depth.remove();
			}
		}
	}

}
