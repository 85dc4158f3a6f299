package io.perfstarter.eviction;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * What the annotations of one method evict.
 *
 * @param own the operations of {@link EvictTicketCache}
 * @param spring the managed caches that Spring's annotations change
 * @param evictsBefore whether Spring evicts from one of them before the method runs
 * @param isTold whether Spring's interceptor reports when it has changed the caches
 * @param cacheNames the names of all these caches
 * @param managed the names of those caches whose staleness is bounded
 */
record CallOperations(List<EvictionOperation> own, List<String> spring, boolean evictsBefore, boolean isTold,
		List<String> cacheNames, List<String> managed) {

	static CallOperations of(List<EvictionOperation> own, List<String> spring, boolean evictsBefore, boolean isTold,
			Predicate<String> managed) {
		List<String> names = Stream
			.concat(own.stream().map(EvictionOperation::cacheNames).flatMap(List::stream), spring.stream())
			.distinct()
			.toList();
		return new CallOperations(own, spring, evictsBefore, isTold, names, names.stream().filter(managed).toList());
	}

	boolean isEmpty() {
		return this.own.isEmpty() && this.spring.isEmpty();
	}

}
