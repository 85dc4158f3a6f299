package io.perfstarter.eviction;

import java.util.Collection;
import java.util.List;

import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.protocol.Event;

/**
 * Binds the changes that callers make through guarded caches to the commit, like those of
 * {@link TicketCacheEvictor}.
 */
final class CommitBoundCacheChanges implements CacheChanges {

	private final CommitBoundEvictions evictions;

	CommitBoundCacheChanges(CommitBoundEvictions evictions) {
		this.evictions = evictions;
	}

	@Override
	public void evict(Event event) {
		Eviction eviction = Eviction.of(event);
		if (!eviction.isEmpty()) {
			this.evictions.evict(List.of(eviction));
		}
	}

	@Override
	public void doubt(Event event) {
		if (!this.evictions.doubtPut(event.cache())) {
			evict(event);
		}
	}

	@Override
	public Runnable pending(Collection<String> caches) {
		return this.evictions.pending(caches);
	}

}
