package io.perfstarter.sample.front;

import org.springframework.http.ResponseEntity;
import org.springframework.util.MultiValueMap;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Forwards requests to the ticket-service, for searches in one call or in legacy calls.
 */
@RestController
@RequestMapping("/tickets/api/v1")
class TicketController {

	private final TicketClient client;

	private final LegacySearch legacySearch;

	TicketController(TicketClient client, LegacySearch legacySearch) {
		this.client = client;
		this.legacySearch = legacySearch;
	}

	@GetMapping("/search")
	ResponseEntity<byte[]> search(@RequestParam MultiValueMap<String, String> parameters) {
		return this.client.get("/tickets/api/v1/search", parameters);
	}

	@GetMapping("/search-legacy")
	ResponseEntity<byte[]> searchLegacy(@RequestParam MultiValueMap<String, String> parameters) {
		return this.legacySearch.search(parameters);
	}

	@GetMapping("/search-sequential")
	ResponseEntity<byte[]> searchSequential(@RequestParam MultiValueMap<String, String> parameters) {
		return this.client.get("/tickets/api/v1/search-sequential", parameters);
	}

	@GetMapping("/search-parallel")
	ResponseEntity<byte[]> searchParallel(@RequestParam MultiValueMap<String, String> parameters) {
		return this.client.get("/tickets/api/v1/search-parallel", parameters);
	}

	@GetMapping("/{id}")
	ResponseEntity<byte[]> find(@PathVariable long id) {
		return this.client.get("/tickets/api/v1/" + id);
	}

	@PutMapping("/{id}")
	ResponseEntity<byte[]> change(@PathVariable long id, @RequestBody byte[] ticket) {
		return this.client.put("/tickets/api/v1/" + id, ticket);
	}

}
