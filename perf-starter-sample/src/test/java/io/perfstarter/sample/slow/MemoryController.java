package io.perfstarter.sample.slow;

import java.lang.ref.SoftReference;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that do something to the memory.
 */
@RestController
@RequestMapping("/memory")
class MemoryController {

	private final Map<Integer, SoftReference<List<long[]>>> cache = new ConcurrentHashMap<>();

	@GetMapping("/report")
	long report() {
		System.gc();
		return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
	}

	/** Is cached until the memory is scarce. */
	@GetMapping("/soft/{id}")
	int soft(@PathVariable int id) {
		SoftReference<List<long[]>> cached = this.cache.get(id);
		List<long[]> value = (cached != null) ? cached.get() : null;
		if (value == null) {
			value = SlowController.megabytes(1);
			this.cache.put(id, new SoftReference<>(value));
		}
		return value.size();
	}

}
