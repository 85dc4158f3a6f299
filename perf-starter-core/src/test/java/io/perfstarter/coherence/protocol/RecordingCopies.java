package io.perfstarter.coherence.protocol;

import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

import org.jspecify.annotations.Nullable;

/**
 * Caches of some names, or of every name, that note what is evicted and may fail then.
 */
public class RecordingCopies implements LocalCopies {

	public final List<Event> evicted = new CopyOnWriteArrayList<>();

	public @Nullable RuntimeException failure;

	private final Set<String> names;

	public RecordingCopies(String... names) {
		this.names = Set.of(names);
	}

	@Override
	public boolean knows(String cache) {
		return this.names.isEmpty() || this.names.contains(cache);
	}

	@Override
	public void evict(List<Event> events) {
		this.evicted.addAll(events);
		if (this.failure != null) {
			throw this.failure;
		}
	}

	@Override
	public void withhold(List<Event> events) {
	}

	@Override
	public void release(List<Event> events) {
	}

}
