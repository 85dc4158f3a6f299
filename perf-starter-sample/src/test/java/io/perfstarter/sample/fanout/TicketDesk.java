package io.perfstarter.sample.fanout;

import java.util.List;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * The service of an instance: cached reads, and writes that evict.
 */
@RestController
class TicketDesk {

	static final String TICKETS = "tickets";

	static final String SEARCHES = "ticket-search";

	private final JdbcClient jdbcClient;

	TicketDesk(JdbcClient jdbcClient) {
		this.jdbcClient = jdbcClient;
		jdbcClient.sql("create table ticket (id bigint primary key, lot bigint, notes varchar(100))").update();
		for (long id = 1; id <= 9; id++) {
			jdbcClient.sql("insert into ticket values (?, ?, 'new')").params(id, 1 + id % 3).update();
		}
	}

	@GetMapping("/tickets/{id}")
	@Cacheable(TICKETS)
	String notes(@PathVariable("id") long id) {
		return readNotes(id);
	}

	@Cacheable(SEARCHES)
	List<String> search(Query query) {
		return this.jdbcClient.sql("select notes from ticket where lot = ? order by id limit 2 offset ?")
			.params(query.lot(), query.page() * 2)
			.query(String.class)
			.list();
	}

	/**
	 * Reads past the cache.
	 */
	String readNotes(long id) {
		return this.jdbcClient.sql("select notes from ticket where id = ?").param(id).query(String.class).single();
	}

	@Transactional
	@EvictTicketCache(cacheNames = TICKETS, key = "#id")
	void annotate(long id, String notes) {
		update(id, notes);
	}

	@Transactional(propagation = Propagation.REQUIRES_NEW)
	@EvictTicketCache(cacheNames = TICKETS, key = "#id")
	void annotateInNewTransaction(long id, String notes) {
		update(id, notes);
	}

	@Transactional
	@EvictTicketCache(cacheNames = TICKETS, key = "#id")
	void annotateBeside(TransactionSynchronization foreign, long id, String notes) {
		TransactionSynchronizationManager.registerSynchronization(foreign);
		update(id, notes);
	}

	@Transactional
	@EvictTicketCache(cacheNames = SEARCHES, group = "#lot")
	void annotateLot(long lot, String notes) {
		this.jdbcClient.sql("update ticket set notes = ? where lot = ?").params(notes, lot).update();
	}

	@Transactional
	@EvictTicketCache(cacheNames = TICKETS, allEntries = true)
	void annotateAll(String notes) {
		this.jdbcClient.sql("update ticket set notes = ?").param(notes).update();
	}

	private void update(long id, String notes) {
		this.jdbcClient.sql("update ticket set notes = ? where id = ?").params(notes, id).update();
	}

	/**
	 * What a search asks for.
	 *
	 * @param lot the parking lot, which is the group of the entry
	 * @param page the page, from 0
	 */
	record Query(long lot, int page) {
	}

}
