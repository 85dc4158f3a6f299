package io.perfstarter.sample.ticket;

import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Searches, returns and changes tickets.
 */
@RestController
@RequestMapping("/tickets/api/v1")
class TicketController {

	private final TicketService tickets;

	private final SingleTicketSearch singleTicketSearch;

	TicketController(TicketService tickets, SingleTicketSearch singleTicketSearch) {
		this.tickets = tickets;
		this.singleTicketSearch = singleTicketSearch;
	}

	@GetMapping("/search")
	Page<ComposedTicket> search(SearchParameters parameters) {
		TicketSearch search = parameters.toSearch();
		AnswerHeaders.askedCache();
		return this.tickets.search(search);
	}

	@GetMapping("/search-sequential")
	Page<ComposedTicket> searchSequential(SearchParameters parameters) {
		return this.singleTicketSearch.inSequence(parameters.toSearch());
	}

	@GetMapping("/search-parallel")
	Page<ComposedTicket> searchParallel(SearchParameters parameters) {
		return this.singleTicketSearch.inParallel(parameters.toSearch());
	}

	@GetMapping("/{id}")
	Ticket find(@PathVariable long id) {
		AnswerHeaders.askedCache();
		return this.tickets.find(id);
	}

	@PutMapping("/{id}")
	Ticket change(@PathVariable long id, @RequestBody Ticket ticket) {
		ticket.requireStorableAs(id);
		return this.tickets.change(id, ticket).after();
	}

	@ExceptionHandler
	ErrorResponse unknownReference(DataIntegrityViolationException ex) {
		return new InvalidRequestException("zoneId, categoryId and exchangeId must exist");
	}

}
