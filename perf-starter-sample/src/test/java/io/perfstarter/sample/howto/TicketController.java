package io.perfstarter.sample.howto;

import jakarta.servlet.http.HttpServletRequest;

import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers what the notes of a ticket are, and which instance it is that says so.
 */
@RestController
@RequestMapping("/tickets/{id}")
public class TicketController {

	private final TicketDesk desk;

	public TicketController(TicketDesk desk) {
		this.desk = desk;
	}

	@GetMapping
	ResponseEntity<String> notes(@PathVariable long id, HttpServletRequest request) {
		return ResponseEntity.ok()
			.header("X-Instance", request.getLocalAddr() + ":" + request.getLocalPort())
			.body(this.desk.notes(id));
	}

	@PutMapping
	void annotate(@PathVariable long id, @RequestBody String notes) {
		this.desk.annotate(id, notes);
	}

}
