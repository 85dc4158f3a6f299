package io.perfstarter.sample.fanout;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Transactional;

/**
 * The service of an instance: a cached read, and a write that evicts.
 */
class TicketDesk {

	static final String TICKETS = "tickets";

	private final JdbcClient jdbcClient;

	TicketDesk(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
		jdbcClient.sql("create table ticket (id bigint primary key, notes varchar(100))").update();
		jdbcClient.sql("insert into ticket values (1, 'new'), (2, 'new')").update();
	}

	@Cacheable(TICKETS)
	String notes(long id) {
		return this.jdbcClient.sql("select notes from ticket where id = ?").param(id).query(String.class).single();
	}

	@Transactional
	@EvictTicketCache(cacheNames = TICKETS, key = "#id")
	void annotate(long id, String notes) {
		this.jdbcClient.sql("update ticket set notes = ? where id = ?").params(notes, id).update();
	}

}
