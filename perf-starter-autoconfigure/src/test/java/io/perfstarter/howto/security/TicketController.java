package io.perfstarter.howto.security;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers those who have logged in.
 */
@RestController
class TicketController {

	private final TicketDesk desk;

	TicketController(TicketDesk desk) {
		this.desk = desk;
	}

	@GetMapping("/tickets/{id}")
	String ticket(@PathVariable long id) {
		return this.desk.ticket(id);
	}

	@PutMapping("/tickets/{id}")
	void change(@PathVariable long id) {
		this.desk.change(id);
	}

	@GetMapping("/database")
	String database() {
		return this.desk.database();
	}

}
