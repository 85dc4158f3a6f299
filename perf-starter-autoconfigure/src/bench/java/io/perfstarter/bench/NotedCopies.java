package io.perfstarter.bench;

import java.util.List;
import java.util.function.Consumer;

import io.perfstarter.coherence.guard.LocalCaches;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalCopies;

/**
 * The caches of an instance, which tell what has just been evicted.
 */
final class NotedCopies implements LocalCopies {

	private final LocalCaches caches;

	volatile Consumer<List<Event>> evicted = (events) -> {
	};

	NotedCopies(LocalCaches caches) {
		this.caches = caches;
	}

	@Override
	public boolean knows(String cache) {
		return this.caches.knows(cache);
	}

	@Override
	public void evict(List<Event> events) {
		this.caches.evict(events);
		this.evicted.accept(events);
	}

	@Override
	public void withhold(List<Event> events) {
		this.caches.withhold(events);
	}

	@Override
	public void release(List<Event> events) {
		this.caches.release(events);
	}

}
