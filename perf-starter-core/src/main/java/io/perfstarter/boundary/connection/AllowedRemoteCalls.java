package io.perfstarter.boundary.connection;

import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;

import io.perfstarter.boundary.AllowRemoteCall;
import io.perfstarter.support.Annotatable;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.annotation.AnnotatedElementUtils;

/**
 * Interceptor that marks the current thread while a method annotated with
 * {@link AllowRemoteCall} runs. Thread-safe.
 */
final class AllowedRemoteCalls implements MethodInterceptor {

	private static final ThreadLocal<@Nullable Integer> depth = new ThreadLocal<>();

	/**
	 * Matches annotated methods and the methods of annotated types.
	 */
	static Pointcut pointcut() {
		StaticMethodMatcherPointcut pointcut = new StaticMethodMatcherPointcut() {

			@Override
			public boolean matches(Method method, Class<?> targetClass) {
				return isAnnotated(targetClass) || isAnnotated(method)
						|| isAnnotated(AopUtils.getMostSpecificMethod(method, targetClass));
			}

			private static boolean isAnnotated(AnnotatedElement element) {
				return AnnotatedElementUtils.hasAnnotation(element, AllowRemoteCall.class);
			}

		};
		pointcut.setClassFilter(Annotatable::test);
		return pointcut;
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
