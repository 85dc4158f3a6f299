package io.perfstarter.sample.ticket;

import io.perfstarter.async.PageMapper;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;

/**
 * Searches without caches and composes each ticket separately: one after the other, or
 * concurrently on as many threads as the connection pool allows and on the request
 * thread.
 */
@Service
class SingleTicketSearch {

	private final TicketRepository tickets;

	private final TicketComposer composer;

	private final ObjectProvider<PageMapper> pages;

	/** Creates the service. The mapper is absent if executors are disabled. */
	SingleTicketSearch(TicketRepository tickets, TicketComposer composer, ObjectProvider<PageMapper> pages) {
		this.tickets = tickets;
		this.composer = composer;
		this.pages = pages;
	}

	Page<ComposedTicket> inSequence(TicketSearch search) {
		return this.tickets.search(search).map((found) -> found.stream().map(this.composer::composeOne).toList());
	}

	Page<ComposedTicket> inParallel(TicketSearch search) {
		return this.tickets.search(search)
			.map((found) -> this.pages.getObject().map(found, this.composer::composeOne).executor("enrich").run());
	}

}
