package io.perfstarter.eviction;

import java.util.List;
import java.util.Set;

import io.perfstarter.coherence.Peers;

import org.springframework.core.Ordered;

/**
 * Sends evictions to the other instances of this service.
 *
 * @param peers the other instances
 */
record PeerEvictionStrategy(Peers peers) implements BatchEvictionStrategy, Ordered {

	@Override
	public int getOrder() {
		return PEER_ORDER;
	}

	@Override
	public void evict(List<Eviction> evictions, Set<Eviction> written) {
		this.peers.publish(Eviction.events(evictions), Eviction.events(List.copyOf(written)));
	}

}
