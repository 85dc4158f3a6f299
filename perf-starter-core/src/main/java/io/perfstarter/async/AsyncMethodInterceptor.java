package io.perfstarter.async;

import java.lang.reflect.Method;
import java.util.concurrent.Future;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

/**
 * Tells an executor which {@code @Async} method the current thread submits, because
 * Spring submits methods with and without a result in the same way. It must be called
 * directly before Spring's interceptor. Thread-safe.
 */
final class AsyncMethodInterceptor implements MethodInterceptor {

	private static final ThreadLocal<@Nullable Method> SUBMITTED = new ThreadLocal<>();

	/**
	 * Returns the method that the current thread submits, the first time it is asked.
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
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		SUBMITTED.set(invocation.getMethod());
		try {
			return invocation.proceed();
		}
		finally {
			SUBMITTED.remove();
		}
	}

	/**
	 * Forgets the method when it runs, which may be in the thread that submits it, and
	 * counts its failure if it has no result, because Spring hides that from the task.
	 * Must be called directly after Spring's interceptor.
	 */
	static @Nullable Object begins(MethodInvocation invocation) throws Throwable {
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
