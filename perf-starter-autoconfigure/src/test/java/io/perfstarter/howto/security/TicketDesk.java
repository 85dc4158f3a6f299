package io.perfstarter.howto.security;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * Changes tickets, and tells which database it reads.
 */
class TicketDesk {

	private final JdbcClient client;

	TicketDesk(JdbcClient client) {
		this.client = client;
	}

	@Cacheable("tickets")
	public String ticket(long id) {
		return "ticket " + id;
	}

	@Transactional
	@EvictTicketCache(cacheNames = "tickets", key = "#id")
	public void change(long id) {
		this.client.sql("update server set changes = changes + 1").update();
	}

	@Transactional(readOnly = true)
	public String database() {
		return this.client.sql("select name from server").query(String.class).single();
	}

}
