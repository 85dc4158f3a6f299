package io.perfstarter.eviction;

import org.springframework.core.Ordered;

/**
 * The order values of the eviction advice and strategies.
 */
public final class EvictionOrder {

	/**
	 * Order of the advice: inside the transaction, which by default has the same order
	 * and is registered earlier.
	 */
	public static final int ADVICE = Ordered.LOWEST_PRECEDENCE;

	/**
	 * Order of the local strategy: first, so that the caller never reads its own old
	 * value.
	 */
	public static final int LOCAL_STRATEGY = 0;

	/**
	 * Order of the strategy that sends evictions to peers.
	 */
	public static final int PEER_STRATEGY = 1000;

	private EvictionOrder() {
	}

}
