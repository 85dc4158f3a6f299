package io.perfstarter.eviction;

import java.util.List;

import org.springframework.cache.interceptor.CacheEvictOperation;
import org.springframework.cache.interceptor.CacheOperation;
import org.springframework.cache.interceptor.CachePutOperation;
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
				: !mayBeVetoed();
	}

	/**
	 * Returns whether Spring may not put the value of a call whose condition holds.
	 */
	boolean mayBeVetoed() {
		return this.operation instanceof CachePutOperation put && StringUtils.hasText(put.getUnless());
	}

	/**
	 * Returns the eviction of the same key.
	 * @param conditional whether the condition can be evaluated; otherwise it counts as
	 * true
	 */
	CacheEvictOperation evicting(boolean conditional) {
		CacheEvictOperation.Builder builder = new CacheEvictOperation.Builder();
		builder.setName(this.operation.getName());
		builder.setCacheNames(this.operation.getCacheNames().toArray(String[]::new));
		builder.setKey(this.operation.getKey());
		builder.setKeyGenerator(this.operation.getKeyGenerator());
		builder.setCondition(conditional ? this.operation.getCondition() : "");
		builder.setCacheWide(allEntries());
		return builder.build();
	}

}
