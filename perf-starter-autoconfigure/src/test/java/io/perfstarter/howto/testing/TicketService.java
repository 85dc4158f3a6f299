package io.perfstarter.howto.testing;

import io.perfstarter.eviction.EvictTicketCache;

import org.springframework.cache.annotation.Cacheable;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and changes tickets.
 */
@Service
class TicketService {

	private final TicketRepository tickets;

	private final Payments payments;

	TicketService(TicketRepository tickets, Payments payments) {
		this.tickets = tickets;
		this.payments = payments;
	}

	@Cacheable("tickets")
	public String notes(long id) {
		return this.tickets.findById(id).map(Ticket::getNotes).orElse("none");
	}

	@Transactional
	@EvictTicketCache(cacheNames = "tickets", key = "#id")
	public void annotate(long id, String notes) {
		this.tickets.save(new Ticket(id, notes));
	}

	@Transactional
	public void payInTransaction(long id) {
		this.tickets.findById(id);
		this.payments.pay(id);
	}

	public void pay(long id) {
		this.tickets.findById(id);
		this.payments.pay(id);
	}

}
