package io.perfstarter.coherence.autoconfigure;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.LocalCopies;

/**
 * Caches that only note what is evicted.
 */
class TestCopies implements LocalCopies {

	final List<Event> evicted = new CopyOnWriteArrayList<>();

	@Override
	public boolean knows(String cache) {
		return true;
	}

	@Override
	public void evict(List<Event> events) {
		this.evicted.addAll(events);
	}

	@Override
	public void withhold(List<Event> events) {
	}

	@Override
	public void release(List<Event> events) {
	}

}
