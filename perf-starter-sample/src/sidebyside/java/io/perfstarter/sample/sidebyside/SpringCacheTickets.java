package io.perfstarter.sample.sidebyside;

import org.springframework.cache.annotation.CacheEvict;
import org.springframework.cache.annotation.Cacheable;
import org.springframework.transaction.annotation.Transactional;

/**
 * Caches with Spring's annotations alone.
 */
class SpringCacheTickets implements Tickets {

	private final TicketRows rows;

	SpringCacheTickets(TicketRows rows) {
		this.rows = rows;
	}

	@Override
	@Cacheable("tickets")
	public long version(long id) {
		return this.rows.read(id);
	}

	@Override
	@Transactional
	@CacheEvict("tickets")
	public long change(long id) {
		return this.rows.change(id);
	}

}
