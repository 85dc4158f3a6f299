package io.perfstarter.sample.slow;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that are fast themselves, behind {@link SlowFilter}.
 */
@RestController
@RequestMapping("/filtered")
class FilteredController {

	@GetMapping({ "/sleep", "/lock" })
	int fast() {
		return 1;
	}

	@GetMapping("/compute/{millis}")
	int fast(@PathVariable int millis) {
		return millis;
	}

}
