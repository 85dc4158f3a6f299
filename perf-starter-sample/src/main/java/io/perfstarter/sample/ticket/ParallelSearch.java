package io.perfstarter.sample.ticket;

import java.util.List;

import io.perfstarter.async.PageMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/**
 * Searches without caches and composes each ticket separately and concurrently: on as
 * many threads as the connection pool allows, and on the request thread.
 */
@Service
class ParallelSearch {

	private final TicketRepository tickets;

	private final TicketComposer composer;

	private final ObjectProvider<PageMapper> pages;

	/** Creates the service. The mapper is absent if executors are disabled. */
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
