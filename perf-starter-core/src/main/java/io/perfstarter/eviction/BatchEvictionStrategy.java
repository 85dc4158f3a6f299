package io.perfstarter.eviction;

import java.util.List;
import java.util.Set;

/**
 * Carries out all evictions of one transaction or call together, because an entry of one
 * cache may be computed from an entry of another.
 */
interface BatchEvictionStrategy extends EvictionStrategy {

	/**
	 * Carries out evictions.
	 * @param evictions the evictions
	 * @param written the evictions that the transaction of the change has written, so
	 * that the other instances find them by themselves
	 */
	void evict(List<Eviction> evictions, Set<Eviction> written);

	@Override
	default boolean supports(Eviction eviction) {
		return true;
	}

	@Override
	default void evict(Eviction eviction) {
		evict(List.of(eviction), Set.of());
	}

}
