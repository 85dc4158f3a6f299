package io.perfstarter.sample.coherence;

import io.perfstarter.eviction.TicketCacheEvictor;

import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Evicts more in a moment than changes of the database could.
 */
@RestController
class EvictionBurst {

	static final String PATH = "/faults/evictions";

	private final TicketCacheEvictor evictor;

	EvictionBurst(TicketCacheEvictor evictor) {
		this.evictor = evictor;
	}

	@PostMapping(PATH)
	void evict(@RequestParam int count) {
		for (long key = -1; key >= -count; key--) {
			this.evictor.evict("tickets", key);
		}
	}

}
