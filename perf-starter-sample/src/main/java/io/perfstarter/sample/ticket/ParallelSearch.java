package io.perfstarter.sample.ticket;

import java.util.List;

import io.perfstarter.async.PageMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/**
 * Searches without caches and puts each ticket together by itself, several at a time: as
 * many as the pool of connections can spare, and one in the thread of the request.
 */
@Service
class ParallelSearch {

	private final TicketRepository tickets;

	private final TicketComposer composer;

	private final ObjectProvider<PageMapper> pages;

	/** There is no mapper where executors are switched off. */
	ParallelSearch(TicketRepository tickets, TicketComposer composer, ObjectProvider<PageMapper> pages) {
		this.tickets = tickets;
		this.composer = composer;
		this.pages = pages;
	}

	Page<ComposedTicket> search(TicketSearch search) {
		return this.tickets.search(search).map(this::compose);
	}

	private List<ComposedTicket> compose(List<Ticket> tickets) {
		return this.pages.getObject().map(tickets, this::compose).executor("enrich").run();
	}

	private ComposedTicket compose(Ticket ticket) {
		return this.composer.compose(List.of(ticket)).get(0);
	}

}
