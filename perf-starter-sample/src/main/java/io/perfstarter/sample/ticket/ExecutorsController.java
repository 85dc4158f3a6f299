package io.perfstarter.sample.ticket;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers what the meters say of the executors of this instance.
 */
@RestController
class ExecutorsController {

	private static final String METERS = "perf.starter.async.";

	private final MeterRegistry registry;

	ExecutorsController(MeterRegistry registry) {
		this.registry = registry;
	}

	@GetMapping("/instance/executors")
	List<ExecutorView> executors() {
		return this.registry.find(METERS + "permits")
			.gauges()
			.stream()
			.map((gauge) -> gauge.getId().getTag("executor"))
			.sorted()
			.map(this::view)
			.toList();
	}

	private ExecutorView view(String executor) {
		return new ExecutorView(executor, gauge(executor, "permits"), gauge(executor, "active"),
				gauge(executor, "waiting"), count(executor, "submitted"), count(executor, "lost"));
	}

	private long gauge(String executor, String name) {
		return Math.round(this.registry.get(METERS + name).tag("executor", executor).gauge().value());
	}

	/** Over all reasons, where there are several. */
	private long count(String executor, String name) {
		return Math.round(this.registry.get(METERS + name)
			.tag("executor", executor)
			.functionCounters()
			.stream()
			.mapToDouble((counter) -> counter.count())
			.sum());
	}

	/**
	 * An executor as its meters show it.
	 *
	 * @param executor its name
	 * @param permits how many tasks it runs at once
	 * @param active how many run
	 * @param waiting how many wait
	 * @param submitted how many there were
	 * @param lost how many of them have not run to their end
	 */
	record ExecutorView(String executor, long permits, long active, long waiting, long submitted, long lost) {
	}

}
