package io.perfstarter.sample.slow;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that do something to the memory.
 */
@RestController
@RequestMapping("/memory")
class MemoryController {

	@GetMapping("/report")
	long report() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

}
