package io.perfstarter.eviction;

import java.util.List;
import java.util.Set;

import io.perfstarter.coherence.protocol.LocalCopies;

import org.springframework.core.Ordered;

/**
 * Evicts from the caches of this instance.
 */
final class LocalEvictionStrategy implements BatchEvictionStrategy, Ordered {

	private final LocalCopies copies;

	LocalEvictionStrategy(LocalCopies copies) {
		this.copies = copies;
	}

	@Override
	public int getOrder() {
		return EvictionOrder.LOCAL_STRATEGY;
	}

	@Override
	public void evict(List<Eviction> evictions, Set<Eviction> written) {
		this.copies.evict(Eviction.events(evictions));
	}

	LocalCopies copies() {
		return this.copies;
	}

}
