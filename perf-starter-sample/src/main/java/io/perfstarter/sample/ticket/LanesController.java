package io.perfstarter.sample.ticket;

import java.util.List;

import io.micrometer.core.instrument.MeterRegistry;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers what the meters say of the lanes of this instance.
 */
@RestController
class LanesController {

	private static final String METERS = "perf.starter.async.";

	private final MeterRegistry registry;

	LanesController(MeterRegistry registry) {
		this.registry = registry;
	}

	@GetMapping("/instance/lanes")
	List<LaneView> lanes() {
		return this.registry.find(METERS + "permits")
			.gauges()
			.stream()
			.map((gauge) -> gauge.getId().getTag("lane"))
			.sorted()
			.map(this::view)
			.toList();
	}

	private LaneView view(String lane) {
		return new LaneView(lane, gauge(lane, "permits"), gauge(lane, "active"), gauge(lane, "waiting"),
				count(lane, "submitted"), count(lane, "lost"));
	}

	private long gauge(String lane, String name) {
		return Math.round(this.registry.get(METERS + name).tag("lane", lane).gauge().value());
	}

	/** Over all reasons, where there are several. */
	private long count(String lane, String name) {
		return Math.round(this.registry.get(METERS + name)
			.tag("lane", lane)
			.functionCounters()
			.stream()
			.mapToDouble((counter) -> counter.count())
			.sum());
	}

	/**
	 * A lane as its meters show it.
	 *
	 * @param lane its name
	 * @param permits how many tasks it runs at once
	 * @param active how many run
	 * @param waiting how many wait
	 * @param submitted how many there were
	 * @param lost how many of them have not run to their end
	 */
	record LaneView(String lane, long permits, long active, long waiting, long submitted, long lost) {
	}

}
