package io.perfstarter.eviction;

import java.util.List;
import java.util.stream.Stream;

import org.springframework.cache.interceptor.CachePutOperation;

/**
 * What the annotations of one method evict.
 *
 * @param own the operations of {@link EvictTicketCache}
 * @param spring the operations of Spring's annotations
 * @param cacheNames the caches that all of them name
 */
record CallOperations(List<EvictionOperation> own, List<SpringOperation> spring, List<String> cacheNames) {

	CallOperations(List<EvictionOperation> own, List<SpringOperation> spring) {
		this(own, spring, Stream
			.concat(own.stream().map(EvictionOperation::cacheNames), spring.stream().map(SpringOperation::cacheNames))
			.flatMap(List::stream)
			.distinct()
			.toList());
	}

	boolean isEmpty() {
		return this.own.isEmpty() && this.spring.isEmpty();
	}

	/**
	 * Returns whether Spring itself evicts everything after the method has returned.
	 */
	boolean isSpringEnough() {
		return this.own.isEmpty() && this.spring.stream().noneMatch(SpringOperation::beforeInvocation);
	}

	/**
	 * Returns whether Spring puts a new value after the method has returned.
	 */
	boolean puts() {
		return this.spring.stream().anyMatch((operation) -> operation.operation() instanceof CachePutOperation);
	}

}
