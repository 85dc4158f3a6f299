package io.perfstarter.eviction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Protects readers while a commit is in progress: the entries to be evicted are neither
 * served nor cached on this instance, and peers know that a change is pending. Confined
 * to the thread that commits.
 */
final class CommitFence {

	private final EvictionStrategies strategies;

	private final Function<Collection<String>, Runnable> pending;

	private final List<Eviction> withheld = new ArrayList<>();

	private final List<Runnable> endsOfChanges = new ArrayList<>(1);

	/**
	 * Creates a fence around nothing.
	 * @param strategies withhold the entries
	 * @param pending makes a change of caches pending, and returns what ends it
	 */
	CommitFence(EvictionStrategies strategies, Function<Collection<String>, Runnable> pending) {
		this.strategies = strategies;
		this.pending = pending;
	}

	void add(Collection<Eviction> evictions) {
		add(evictions, this.pending);
	}

	/**
	 * Protects readers of further entries.
	 * @param pending makes a change of caches pending, and returns what ends it
	 */
	void add(Collection<Eviction> evictions, Function<Collection<String>, Runnable> pending) {
		if (!evictions.isEmpty()) {
			List<Eviction> added = List.copyOf(evictions);
			this.endsOfChanges.add(pending.apply(Eviction.cachesOf(added)));
			if (this.strategies.withhold(added)) {
				this.withheld.addAll(added);
			}
		}
	}

	void release() {
		try {
			if (!this.withheld.isEmpty()) {
				this.strategies.release(this.withheld);
			}
		}
		finally {
			this.endsOfChanges.forEach(Runnable::run);
		}
	}

}
