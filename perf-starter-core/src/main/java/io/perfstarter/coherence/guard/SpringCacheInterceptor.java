package io.perfstarter.coherence.guard;

import java.lang.reflect.Method;
import java.util.Collection;

import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheInterceptor;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CacheOperationInvocationContext;
import org.springframework.cache.interceptor.CacheOperationInvoker;
import org.springframework.cache.interceptor.CacheResolver;
import org.springframework.cache.interceptor.CacheableOperation;

/**
 * Spring's interceptor for cached methods, with views of the caches of any resolver.
 * Reports when it has carried out the changes of a call. Thread-safe.
 */
@SuppressWarnings("serial")
final class SpringCacheInterceptor extends CacheInterceptor {

	private final CacheInvocations invocations;

	// Set while Spring resolves the caches of a call, as is the next field.
	private final ThreadLocal<@Nullable ReactiveCall> call = new ThreadLocal<>();

	private final ThreadLocal<@Nullable MethodInvocation> invocation = new ThreadLocal<>();

	/**
	 * Creates an interceptor that is configured like another one.
	 */
	SpringCacheInterceptor(CacheInvocations invocations, CacheInterceptor original, BeanFactory beanFactory) {
		this.invocations = invocations;
		configure(original::getErrorHandler, original::getKeyGenerator, original::getCacheResolver, null);
		setCacheOperationSource(original.getCacheOperationSource());
		setBeanFactory(beanFactory);
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		ForgottenEvictions detector = this.invocations.detector();
		if (detector == null) {
			return invokeAndEnd(invocation);
		}
		detector.begin();
		try {
			return invokeAndEnd(invocation);
		}
		finally {
			detector.end();
		}
	}

	private @Nullable Object invokeAndEnd(MethodInvocation invocation) throws Throwable {
		MethodInvocation outer = this.invocation.get();
		this.invocation.set(invocation);
		try {
			Object result = super.invoke(invocation);
			ChangingCall call = ChangingCall.of(invocation);
			if (call != null) {
				call.endWith(result);
			}
			return result;
		}
		catch (Throwable ex) {
			ChangingCall call = ChangingCall.of(invocation);
			if (call != null) {
				call.end(true);
			}
			throw ex;
		}
		finally {
			if (outer != null) {
				this.invocation.set(outer);
			}
			else {
				this.invocation.remove();
			}
		}
	}

	@Override
	protected @Nullable Object execute(CacheOperationInvoker invoker, Object target, Method method,
			@Nullable Object[] args) {
		if (!ReactiveCall.isPossible(method)) {
			return super.execute(invoker, target, method, args);
		}
		ReactiveCall call = new ReactiveCall(this.invocations.changes(), target, method);
		this.call.set(call);
		try {
			return call.ending(super.execute(() -> {
				this.call.remove();
				return call.looking(invoker.invoke());
			}, target, method, args));
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
		boolean loads = context.getOperation() instanceof CacheableOperation;
		if (detector != null) {
			detector.uses(caches.stream().map(Cache::getName).toList(), loads);
		}
		ChangingCall changing = (!loads && this.invocation.get() instanceof ProxyMethodInvocation proxied)
				? ChangingCall.begin(proxied) : null;
		return this.invocations.views(caches, context.getOperation(), context, this.call.get(), changing);
	}

}
