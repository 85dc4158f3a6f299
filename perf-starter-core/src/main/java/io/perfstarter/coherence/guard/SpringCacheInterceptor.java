package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.Collection;

import io.perfstarter.coherence.audit.ForgottenEvictions;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheOperationInvoker;
import org.springframework.cache.interceptor.CacheOperationSource;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;

/**
 * Spring's interceptor for cached methods, with views of the caches, whichever resolver
 * returns them. Thread-safe.
 */
@SuppressWarnings("serial")
class SpringCacheInterceptor extends CacheInterceptor {

	private final CacheInvocations invocations;

	// Set while Spring resolves the caches of a call.
	private final ThreadLocal<@Nullable ReactiveCall> call = new ThreadLocal<>();

	/**
	 * Creates an interceptor that is configured like another one.
	 * @param operations the operations that it carries out
	 */
	SpringCacheInterceptor(CacheInvocations invocations, CacheInterceptor original, CacheOperationSource operations,
			BeanFactory beanFactory) {
		this.invocations = invocations;
		configure(original::getErrorHandler, original::getKeyGenerator, original::getCacheResolver, null);
		setCacheOperationSource(operations);
		setBeanFactory(beanFactory);
	}

	@Override
	protected @Nullable Object execute(CacheOperationInvoker invoker, Object target, Method method,
			@Nullable Object[] args) {
		if (!ReactiveCall.isPossible(method)) {
			return super.execute(invoker, target, method, args);
		}
		ReactiveCall call = new ReactiveCall(this.invocations.changes());
		this.call.set(call);
		try {
			return super.execute(() -> {
				this.call.remove();
				return call.looking(invoker.invoke());
			}, target, method, args);
		}
		finally {
			this.call.remove();
		}
	}

	@Override
	protected Collection<? extends Cache> getCaches(CacheOperationInvocationContext<CacheOperation> context,
			CacheResolver cacheResolver) {
		Collection<? extends Cache> caches = super.getCaches(context, cacheResolver);
		ForgottenEvictions detector = this.invocations.detector();
		if (detector != null && context.getOperation() instanceof CacheableOperation) {
			detector.loads(caches.stream().map(Cache::getName).toList());
		}
		return this.invocations.views(caches, context.getOperation(), context, this.call.get());
	}

}
