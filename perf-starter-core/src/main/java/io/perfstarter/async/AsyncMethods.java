package io.perfstarter.async;

import java.lang.reflect.Method;
import java.util.concurrent.Future;

import io.perfstarter.support.SurroundingPostProcessor;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.Advisor;
import org.springframework.scheduling.annotation.AsyncAnnotationAdvisor;

/**
 * Tells an executor which {@code @Async} method the current thread submits or runs,
 * because Spring submits methods with and without a result in the same way. Thread-safe.
 */
final class AsyncMethods extends SurroundingPostProcessor {

	private static final ThreadLocal<@Nullable Method> SUBMITTED = new ThreadLocal<>();

	/**
	 * Returns the method that the current thread submits, and forgets it.
	 * @return the method, {@code null} if the task is no {@code @Async} method
	 */
	static @Nullable Method take() {
		Method method = SUBMITTED.get();
		if (method != null) {
			SUBMITTED.remove();
		}
		return method;
	}

	@Override
	protected boolean isSurrounded(Advisor advisor) {
		return advisor instanceof AsyncAnnotationAdvisor;
	}

	@Override
	protected MethodInterceptor before() {
		return AsyncMethods::submits;
	}

	@Override
	protected MethodInterceptor after() {
		return AsyncMethods::begins;
	}

	private static @Nullable Object submits(MethodInvocation invocation) throws Throwable {
		SUBMITTED.set(invocation.getMethod());
		try {
			return invocation.proceed();
		}
		finally {
			SUBMITTED.remove();
		}
	}

	/**
	 * Forgets the method, because the thread that submits it may also run it. Counts the
	 * failure of a method without a result, because Spring hides it from the task.
	 */
	private static @Nullable Object begins(MethodInvocation invocation) throws Throwable {
		take();
		try {
			return invocation.proceed();
		}
		catch (Throwable ex) {
			ExecutorTask<?> task = ExecutorTask.current();
			if (task != null && isWithoutResult(invocation.getMethod())) {
				task.failed(invocation.getMethod(), ex);
			}
			throw ex;
		}
	}

	static boolean isWithoutResult(@Nullable Method method) {
		return method != null && !Future.class.isAssignableFrom(method.getReturnType());
	}

}
