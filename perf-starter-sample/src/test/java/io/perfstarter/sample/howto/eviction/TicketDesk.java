package io.perfstarter.sample.howto.eviction;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes tickets and prices.
 */
class TicketDesk {

	private final JdbcClient client;

	TicketDesk(JdbcClient client) {
		this.client = client;
		client.sql("create table ticket (id bigint primary key, notes varchar(100))").update();
		client.sql("insert into ticket values (1, 'new'), (2, 'new')").update();
	}

	@Cacheable("tickets")
	public String notes(long id) {
		return this.client.sql("select notes from ticket where id = ?").param(id).query(String.class).single();
	}

	@Transactional
	@EvictTicketCache(cacheNames = "tickets", key = "#id")
	public void annotate(long id, String notes) {
		update(notes);
	}

	@Transactional
	@EvictTicketCache(cacheNames = "tickets", allEntries = true)
	public void annotateAll(String notes) {
		update(notes);
	}

	@Transactional
	@EvictTicketCache(cacheNames = "prices", allEntries = true)
	public void changePrices() {
		update("new price");
	}

	private void update(String notes) {
		this.client.sql("update ticket set notes = ?").param(notes).update();
	}

}
