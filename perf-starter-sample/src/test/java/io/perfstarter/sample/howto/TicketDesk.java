package io.perfstarter.sample.howto;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;

/**
 * Reads the notes of tickets, cached, and changes them.
 */
public class TicketDesk {

	private final Database database;

	public TicketDesk(Database database) {
		this.database = database;
	}

	@Cacheable("tickets")
	public String notes(long id) {
		return this.database.read(id);
	}

	@EvictTicketCache(cacheNames = "tickets", key = "#id")
	public void annotate(long id, String notes) {
		this.database.write(id, notes);
	}

}
