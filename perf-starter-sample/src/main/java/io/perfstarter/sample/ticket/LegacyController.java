package io.perfstarter.sample.ticket;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Provides the endpoints of the legacy search: plain tickets, and each referenced object
 * by a separate call.
 */
@RestController
@RequestMapping("/legacy/api/v1")
class LegacyController {

	private final TicketRepository tickets;

	private final ReferenceRepository references;

	LegacyController(TicketRepository tickets, ReferenceRepository references) {
		this.tickets = tickets;
		this.references = references;
	}

	@GetMapping("/tickets")
	Page<Ticket> search(SearchParameters parameters) {
		return this.tickets.search(parameters.toSearch());
	}

	@GetMapping("/zones/{id}")
	Zone zone(@PathVariable long id) {
		return single("zone", id, this.references.zones(List.of(id)));
	}

	@GetMapping("/categories/{id}")
	Category category(@PathVariable long id) {
		return single("category", id, this.references.categories(List.of(id)));
	}

	@GetMapping("/exchanges/{id}")
	Exchange exchange(@PathVariable long id) {
		return single("exchange", id, this.references.exchanges(List.of(id)));
	}

	private static <T> T single(String what, long id, List<T> found) {
		return found.stream().findFirst().orElseThrow(() -> new NotFoundException(what, id));
	}

}
