package io.perfstarter.eviction;

import org.springframework.core.Ordered;

/**
 * The places of this feature in the orders it takes part in.
 */
public final class EvictionOrder {

	/**
	 * Order of the advice: inside the transaction, which by default has the same order
	 * and is registered earlier.
	 */
	public static final int ADVICE = Ordered.LOWEST_PRECEDENCE;

	/**
	 * Order of the strategy that evicts here: first, so that the caller never reads his
	 * own old value.
	 */
	public static final int LOCAL_STRATEGY = 0;

	/**
	 * Order of the strategy that tells the peers.
	 */
	public static final int PEER_STRATEGY = 1000;

	private EvictionOrder() {
	}

}
