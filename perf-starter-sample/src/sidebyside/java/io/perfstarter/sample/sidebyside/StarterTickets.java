package io.perfstarter.sample.sidebyside;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.transaction.annotation.Transactional;

/**
 * Caches with the starter.
 */
class StarterTickets implements Tickets {

	private final TicketRows rows;

	StarterTickets(TicketRows rows) {
		this.rows = rows;
	}

	@Override
	@Cacheable("tickets")
	public long version(long id) {
		return this.rows.read(id);
	}

	@Override
	@Transactional
	@EvictTicketCache("tickets")
	public long change(long id) {
		return this.rows.change(id);
	}

}
