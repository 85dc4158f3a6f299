package io.perfstarter.sample.ticket;

import java.util.List;
import java.util.concurrent.TimeUnit;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the recorded evictions of this instance.
 */
@RestController
class EvictionsController {

	private static final long SOON = TimeUnit.SECONDS.toNanos(1);

	private final EvictionNotes notes;

	private final MeterRegistry registry;

	private double readFromLog;

	private long lookedAt = System.nanoTime();

	EvictionsController(EvictionNotes notes, MeterRegistry registry) {
		this.notes = notes;
		this.registry = registry;
	}

	@GetMapping("/instance/evictions")
	List<EvictionNote> evictions(@RequestParam(defaultValue = "0") long after) {
		lookAtLog();
		return this.notes.after(after);
	}

	/**
	 * Records that evictions were read from the log in the database, of which only a
	 * meter tells. What was read while nobody looked may be old.
	 */
	private synchronized void lookAtLog() {
		Counter events = this.registry.find("perf.starter.coherence.log.events").counter();
		double read = (events != null) ? events.count() : 0;
		long now = System.nanoTime();
		if (read > this.readFromLog && now - this.lookedAt < SOON) {
			this.notes.heard(null, null);
		}
		this.readFromLog = read;
		this.lookedAt = now;
	}

}
