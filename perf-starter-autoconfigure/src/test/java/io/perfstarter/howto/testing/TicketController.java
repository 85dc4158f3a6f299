package io.perfstarter.howto.testing;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers what the notes of a ticket are.
 */
@RestController
class TicketController {

	private final TicketService tickets;

	TicketController(TicketService tickets) {
		this.tickets = tickets;
	}

	@GetMapping("/tickets/{id}")
	String notes(@PathVariable long id) {
		return this.tickets.notes(id);
	}

}
