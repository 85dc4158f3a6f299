package io.perfstarter.eviction;

import java.util.List;
import java.util.Set;

import io.perfstarter.coherence.protocol.LocalCopies;

import org.springframework.core.Ordered;

/**
 * Evicts from the caches of this instance.
 *
 * @param copies the entries of these caches
 */
record LocalEvictionStrategy(LocalCopies copies) implements BatchEvictionStrategy, Ordered {

	@Override
	public int getOrder() {
		return LOCAL_ORDER;
	}

	@Override
	public void evict(List<Eviction> evictions, Set<Eviction> written) {
		this.copies.evict(Eviction.events(evictions));
	}

}
