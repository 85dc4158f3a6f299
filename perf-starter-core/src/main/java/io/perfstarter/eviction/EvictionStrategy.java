package io.perfstarter.eviction;

/**
 * Carries out evictions in one kind of cache, such as the caches of this instance, those
 * of its peers, or a CDN.
 *
 * <p>
 * All beans of this type are called in their order, on the thread that committed, so they
 * must be thread-safe and should not block. An exception is logged and counted; it
 * affects neither the other strategies nor the caller.
 */
public interface EvictionStrategy {

	/**
	 * Order of the strategy that evicts from the caches of this instance: first, so that
	 * the caller never reads its own old value.
	 */
	int LOCAL_ORDER = 0;

	/**
	 * Order of the strategy that sends evictions to peers.
	 */
	int PEER_ORDER = 1000;

	/**
	 * Returns whether this strategy handles the eviction.
	 * @param eviction the eviction
	 * @return whether to call {@link #evict}
	 */
	boolean supports(Eviction eviction);

	/**
	 * Carries out the eviction. Must be idempotent.
	 * @param eviction the eviction
	 */
	void evict(Eviction eviction);

}
