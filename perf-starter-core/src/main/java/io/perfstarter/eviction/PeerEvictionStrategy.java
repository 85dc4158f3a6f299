package io.perfstarter.eviction;

import java.util.function.Consumer;

import io.perfstarter.coherence.protocol.Event;

import org.springframework.core.Ordered;

/**
 * Hands evictions to the fan-out, which tells the other instances.
 */
final class PeerEvictionStrategy implements EvictionStrategy, Ordered {

	private final Consumer<Event> fanOut;

	PeerEvictionStrategy(Consumer<Event> fanOut) {
		this.fanOut = fanOut;
	}

	@Override
	public int getOrder() {
		return EvictionOrder.PEER_STRATEGY;
	}

	@Override
	public boolean supports(Eviction eviction) {
		return true;
	}

	@Override
	public void evict(Eviction eviction) {
		this.fanOut.accept(eviction.event());
	}

}
