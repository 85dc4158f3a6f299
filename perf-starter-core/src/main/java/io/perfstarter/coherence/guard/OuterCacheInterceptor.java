package io.perfstarter.coherence.guard;

import io.perfstarter.coherence.audit.ForgottenEvictions;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.BeanFactory;
import org.springframework.cache.Cache;
import org.springframework.cache.interceptor.CacheInterceptor;

/**
 * Spring's interceptor at its own place, by default outside of the transaction, without
 * the changes that {@link ChangingMethods} has carried out inside. Thread-safe.
 */
@SuppressWarnings("serial")
final class OuterCacheInterceptor extends SpringCacheInterceptor {

	private final CacheInvocations invocations;

	private final ChangingMethods changing;

	OuterCacheInterceptor(CacheInvocations invocations, ChangingMethods changing, CacheInterceptor original,
			BeanFactory beanFactory) {
		super(invocations, original, changing.outside(original), beanFactory);
		this.invocations = invocations;
		this.changing = changing;
		changing.carriedOutBy(this,
				new SpringCacheInterceptor(invocations, original, ChangingMethods.operationsOf(original), beanFactory));
	}

	boolean isGuarded(@Nullable Cache cache) {
		return this.invocations.isGuarded(cache);
	}

	@Override
	public void afterSingletonsInstantiated() {
		super.afterSingletonsInstantiated();
		this.changing.afterSingletonsInstantiated();
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
		try {
			Object result = super.invoke(invocation);
			ChangingCall call = ChangingCall.of(invocation);
			if (call != null) {
				result = call.isLeftOutside() ? this.changing.carryOut(invocation, result) : result;
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
	}

}
