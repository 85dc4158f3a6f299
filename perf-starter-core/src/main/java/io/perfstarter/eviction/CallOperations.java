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
 * @param isSpringEnough whether Spring itself evicts everything after the method has
 * returned
 * @param puts whether Spring puts a new value after the method has returned
 */
record CallOperations(List<EvictionOperation> own, List<SpringOperation> spring, List<String> cacheNames,
		boolean isSpringEnough, boolean puts) {

	CallOperations(List<EvictionOperation> own, List<SpringOperation> spring) {
		this(own, spring, Stream
			.concat(own.stream().map(EvictionOperation::cacheNames), spring.stream().map(SpringOperation::cacheNames))
			.flatMap(List::stream)
			.distinct()
			.toList(), own.isEmpty() && spring.stream().allMatch(SpringOperation::isCarriedOutAfterSuccess),
				spring.stream().anyMatch((operation) -> operation.operation() instanceof CachePutOperation));
	}

	boolean isEmpty() {
		return this.own.isEmpty() && this.spring.isEmpty();
	}

}
