package io.perfstarter.eviction;

import java.lang.reflect.Method;
import java.util.List;

import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
import org.springframework.core.BridgeMethodResolver;
import org.springframework.util.ObjectUtils;
import org.springframework.util.StringUtils;

/**
 * One {@code @CacheEvict} or {@code @CachePut} on managed caches.
 *
 * @param operation the attributes of the annotation and of {@code @CacheConfig}
 * @param cacheNames the managed caches that it names
 */
record SpringOperation(CacheOperation operation, List<String> cacheNames) {

	boolean allEntries() {
		return this.operation instanceof CacheEvictOperation eviction && eviction.isCacheWide();
	}

	/**
	 * Returns whether Spring evicts, or puts the new value, after each successful call
	 * whose condition holds.
	 */
	boolean isCarriedOutAfterSuccess() {
		return (this.operation instanceof CacheEvictOperation eviction) ? !eviction.isBeforeInvocation()
				: !(this.operation instanceof CachePutOperation put && StringUtils.hasText(put.getUnless()));
	}

	/**
	 * Returns the call as Spring's expressions and key generators see it: with the method
	 * that was called, not that of the class, and with variable arguments one by one.
	 */
	static EvictionCall seenBySpring(EvictionCall call) {
		Method method = BridgeMethodResolver.findBridgedMethod(call.method());
		Object[] args = call.args();
		if (method.isVarArgs()) {
			Object[] last = ObjectUtils.toObjectArray(args[args.length - 1]);
			Object[] all = new Object[args.length - 1 + last.length];
			System.arraycopy(args, 0, all, 0, args.length - 1);
			System.arraycopy(last, 0, all, args.length - 1, last.length);
			args = all;
		}
		return new EvictionCall(method, args, call.target(), call.targetClass());
	}

}
