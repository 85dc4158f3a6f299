package io.perfstarter.eviction;

/**
 * Carries out evictions at one place, such as the caches of this instance or those of its
 * peers.
 *
 * <p>
 * All strategies that are beans are asked in their order, on the thread that committed,
 * so they must be thread-safe and should not wait for anything. What one throws is logged
 * and counted and keeps neither the others nor the caller from going on.
 */
public interface EvictionStrategy {

	/**
	 * Whether this strategy has anything to do with the eviction.
	 * @param eviction what is to be evicted
	 * @return whether {@link #evict} is to be called
	 */
	boolean supports(Eviction eviction);

	/**
	 * Carries out the eviction; doing so again must be harmless.
	 * @param eviction what is to be evicted
	 */
	void evict(Eviction eviction);

}
