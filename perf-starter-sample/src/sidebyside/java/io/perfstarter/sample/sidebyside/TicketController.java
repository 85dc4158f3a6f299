package io.perfstarter.sample.sidebyside;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers with the version of a ticket and whether it came from the cache.
 */
@RestController
class TicketController {

	private final Tickets tickets;

	private final TicketRows rows;

	TicketController(Tickets tickets, TicketRows rows) {
		this.tickets = tickets;
		this.rows = rows;
	}

	@GetMapping("/tickets/{id}")
	String version(@PathVariable long id) {
		this.rows.takeRead();
		long version = this.tickets.version(id);
		return version + (this.rows.takeRead() ? " miss" : " hit");
	}

	@PostMapping("/tickets/{id}")
	String change(@PathVariable long id) {
		return this.tickets.change(id) + " changed";
	}

}
