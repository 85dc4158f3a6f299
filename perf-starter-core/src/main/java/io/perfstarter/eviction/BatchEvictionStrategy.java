package io.perfstarter.eviction;

import java.util.List;

/**
 * Carries out the evictions of one transaction or call together, because a copy in one
 * cache may be made from a copy in another.
 */
interface BatchEvictionStrategy extends EvictionStrategy {

	/**
	 * Carries out the evictions.
	 * @param evictions what is to be evicted
	 */
	void evict(List<Eviction> evictions);

	@Override
	default boolean supports(Eviction eviction) {
		return true;
	}

	@Override
	default void evict(Eviction eviction) {
		evict(List.of(eviction));
	}

}
