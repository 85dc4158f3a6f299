package io.perfstarter.eviction;

import java.util.List;

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
	public void evict(List<Eviction> evictions) {
		this.copies.evict(Eviction.events(evictions));
	}

	/**
	 * Fences entries that are about to change: they are neither served nor cached until
	 * the fence is released.
	 * @param evictions the evictions at the commit
	 */
	void withhold(List<Eviction> evictions) {
		this.copies.withhold(Eviction.events(evictions));
	}

	void discard(List<Eviction> evictions) {
		this.copies.discard(Eviction.events(evictions));
	}

	void release(List<Eviction> evictions) {
		this.copies.release(Eviction.events(evictions));
	}

}
