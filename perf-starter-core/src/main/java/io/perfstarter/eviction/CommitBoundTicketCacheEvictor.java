package io.perfstarter.eviction;

import java.util.Collections;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Evicts programmatically after the commit, like the annotation.
 */
final class CommitBoundTicketCacheEvictor implements TicketCacheEvictor {

	private final CommitBoundEvictions evictions;

	private final UnmanagedCaches unmanaged;

	private final EvictionMeters meters;

	CommitBoundTicketCacheEvictor(CommitBoundEvictions evictions, UnmanagedCaches unmanaged, EvictionMeters meters) {
		this.evictions = evictions;
		this.meters = meters;
		this.unmanaged = unmanaged;
	}

	@Override
	public void evict(String cache, @Nullable Object key) {
		if (key == null) {
			this.meters.keyWasNull();
			return;
		}
		evict(Eviction.ofKeys(cache, List.of(key)));
	}

	@Override
	public void evictGroup(String cache, @Nullable Object group) {
		evict(Eviction.ofGroups(cache, Collections.singletonList(group)));
	}

	@Override
	public void evictAll(String cache) {
		evict(Eviction.ofAll(cache));
	}

	private void evict(Eviction eviction) {
		List<Eviction> evictions = List.of(eviction);
		this.evictions.discard(evictions);
		this.evictions.evict(evictions);
		this.unmanaged.tell(eviction.cacheName());
	}

}
