package io.perfstarter.sample.ticket;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads tickets through the caches, and evicts entries that a change makes stale.
 */
@Service
class TicketService {

	private final TicketRepository tickets;

	private final TicketComposer composer;

	TicketService(TicketRepository tickets, TicketComposer composer) {
		this.tickets = tickets;
		this.composer = composer;
	}

	@Cacheable("tickets")
	Ticket find(long id) {
		AnswerHeaders.missedCache();
		return this.tickets.findById(id).orElseThrow(() -> new NotFoundException("ticket", id));
	}

	@Cacheable("ticket-search")
	Page<ComposedTicket> search(TicketSearch search) {
		AnswerHeaders.missedCache();
		return this.tickets.search(search).map(this.composer::compose);
	}

	// tag::change[]
	@Transactional
	@EvictTicketCache(cacheNames = "tickets", key = "#id")
	@EvictTicketCache(cacheNames = "ticket-search", group = "{#result.before.parkingLotId, #result.after.parkingLotId}")
	TicketChange change(long id, Ticket ticket) {
		Ticket before = this.tickets.findByIdForUpdate(id).orElseThrow(() -> new NotFoundException("ticket", id));
		this.tickets.update(ticket);
		return new TicketChange(before, ticket);
	}
	// end::change[]

}
