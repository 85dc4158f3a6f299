package io.perfstarter.sample.ticket;

import java.util.List;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the recorded evictions of this instance.
 */
@RestController
class EvictionsController {

	private final EvictionNotes notes;

	EvictionsController(EvictionNotes notes) {
		this.notes = notes;
	}

	@GetMapping("/instance/evictions")
	List<EvictionNote> evictions(@RequestParam(defaultValue = "0") long after) {
		return this.notes.after(after);
	}

}
