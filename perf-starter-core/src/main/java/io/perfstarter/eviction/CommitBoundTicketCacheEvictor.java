package io.perfstarter.eviction;

import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Evicts by hand, bound to the commit like the annotation.
 */
final class CommitBoundTicketCacheEvictor implements TicketCacheEvictor {

	private final CommitBoundEvictions evictions;

	CommitBoundTicketCacheEvictor(CommitBoundEvictions evictions) {
		this.evictions = evictions;
	}

	@Override
	public void evict(String cache, Object key) {
		this.evictions.evict(List.of(Eviction.ofKeys(cache, List.of(key))));
	}

	@Override
	public void evictGroup(String cache, @Nullable Object group) {
		this.evictions.evict(List.of(Eviction.ofGroups(cache, Collections.singletonList(group))));
	}

	@Override
	public void evictAll(String cache) {
		this.evictions.evict(List.of(Eviction.ofAll(cache)));
	}

}
