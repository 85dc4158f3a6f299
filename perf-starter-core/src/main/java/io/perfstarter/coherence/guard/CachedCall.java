package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import org.springframework.aop.support.AopUtils;

/**
 * A call of a cached method, which loads the value again without its advice.
 *
 * @param target the object behind the proxy
 * @param method the method
 * @param args the arguments
 */
record CachedCall(Object target, Method method, @Nullable Object[] args) implements Callable<@Nullable Object> {

	private static final long LONGEST_SECONDS = 60;

	@Override
	public @Nullable Object call() throws Exception {
		Object result = invoke();
		if (result instanceof Optional<?> optional) {
			return optional.orElse(null);
		}
		return (result instanceof CompletionStage<?> stage)
				? stage.toCompletableFuture().get(LONGEST_SECONDS, TimeUnit.SECONDS) : result;
	}

	private @Nullable Object invoke() throws Exception {
		try {
			return AopUtils.invokeJoinpointUsingReflection(this.target, this.method, this.args);
		}
		catch (Exception | Error ex) {
			throw ex;
		}
		catch (Throwable ex) {
			throw new IllegalStateException(ex);
		}
	}

}
