package io.perfstarter.eviction;

import java.util.List;

import io.perfstarter.coherence.Peers;

import org.springframework.core.Ordered;

/**
 * Tells the other instances of this service.
 */
final class PeerEvictionStrategy implements EvictionStrategy, Ordered {

	private final Peers peers;

	PeerEvictionStrategy(Peers peers) {
		this.peers = peers;
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
		this.peers.publish(List.of(eviction.event()));
	}

}
