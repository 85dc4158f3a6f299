package io.perfstarter.sample.ticket;

import java.util.function.Consumer;

import io.perfstarter.eviction.Eviction;
import io.perfstarter.eviction.EvictionStrategy;

/**
 * Records each eviction that starts on this instance, at its position in the order of the
 * strategies.
 */
class EvictionWitness implements EvictionStrategy {

	private final Consumer<Eviction> note;

	EvictionWitness(Consumer<Eviction> note) {
		this.note = note;
	}

	@Override
	public boolean supports(Eviction eviction) {
		return true;
	}

	@Override
	public void evict(Eviction eviction) {
		this.note.accept(eviction);
	}

}
