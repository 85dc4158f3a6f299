package io.perfstarter.sample.ticket;

import java.util.function.Consumer;

import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;

/**
 * Records each eviction that starts on this instance, at its position in the order of the
 * strategies. Those of the stock are left out: a burst of orders makes hundreds.
 */
class EvictionWitness implements EvictionStrategy {

	private final Consumer<Eviction> note;

	EvictionWitness(Consumer<Eviction> note) {
		this.note = note;
	}

	@Override
	public boolean supports(Eviction eviction) {
		return !eviction.cacheName().equals("stock");
	}

	@Override
	public void evict(Eviction eviction) {
		this.note.accept(eviction);
	}

}
