package io.perfstarter.eviction;

import java.util.List;

/**
 * Carries out all evictions of one transaction or call together, because an entry of one
 * cache may be computed from an entry of another.
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
