package io.perfstarter.sample.ticket;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the meters of the executors of this instance.
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
		long active = gauge(executor, "active");
		long waiting = gauge(executor, "waiting");
		long lost = lost(executor);
		long ended = Math.round(this.registry.get(METERS + "run").tag("executor", executor).functionTimer().count());
		return new ExecutorView(executor, gauge(executor, "permits"), active, waiting, ended + active + waiting + lost,
				lost);
	}

	private long gauge(String executor, String name) {
		return Math.round(this.registry.get(METERS + name).tag("executor", executor).gauge().value());
	}

	/** Returns the sum of all reasons. */
	private long lost(String executor) {
		return Math.round(this.registry.get(METERS + "lost")
			.tag("executor", executor)
			.functionCounters()
			.stream()
			.mapToDouble((counter) -> counter.count())
			.sum());
	}

	/**
	 * The meters of an executor.
	 *
	 * @param executor the name of the executor
	 * @param permits the concurrency limit
	 * @param active the number of running tasks
	 * @param waiting the number of queued tasks
	 * @param submitted the number of submitted tasks
	 * @param lost the number of tasks that were not completed
	 */
	record ExecutorView(String executor, long permits, long active, long waiting, long submitted, long lost) {
	}

}
