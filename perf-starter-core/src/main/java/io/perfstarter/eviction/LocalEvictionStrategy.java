package io.perfstarter.eviction;

import io.perfstarter.coherence.protocol.LocalCopies;

import org.springframework.core.Ordered;

/**
 * Evicts from the caches of this instance.
 */
final class LocalEvictionStrategy implements EvictionStrategy, Ordered {

	private final LocalCopies copies;

	LocalEvictionStrategy(LocalCopies copies) {
		this.copies = copies;
	}

	@Override
	public int getOrder() {
		return EvictionOrder.LOCAL_STRATEGY;
	}

	@Override
	public boolean supports(Eviction eviction) {
		return true;
	}

	@Override
	public void evict(Eviction eviction) {
		this.copies.evict(eviction.event());
	}

}
