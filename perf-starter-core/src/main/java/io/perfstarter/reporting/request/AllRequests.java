package io.perfstarter.reporting.request;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.Histogram;
import io.perfstarter.reporting.window.Histogram.Times;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Collects the figures of all requests of a period. Thread-safe, with low contention
 * between request threads.
 */
final class AllRequests {

	private static final TimeComponent[] COMPONENTS = TimeComponent.values();

	private final Histogram times = new Histogram();

	private final LongAdder[] nanos = Stream.generate(LongAdder::new)
		.limit(COMPONENTS.length)
		.toArray(LongAdder[]::new);

	private final AtomicInteger measured = new AtomicInteger();

	private final AtomicInteger connections = new AtomicInteger();

	void add(TimeBreakdown breakdown) {
		this.times.add(breakdown.total());
		int found = 0;
		for (TimeComponent component : COMPONENTS) {
			long time = breakdown.nanos(component);
			if (time > 0) {
				this.nanos[component.ordinal()].add(time);
			}
			if (breakdown.measured(component)) {
				found |= 1 << component.ordinal();
			}
		}
		int known = this.measured.get();
		if ((known | found) != known) {
			int more = found;
			this.measured.updateAndGet((bits) -> bits | more);
		}
		int wanted = breakdown.connections();
		if (wanted > this.connections.get()) {
			this.connections.accumulateAndGet(wanted, Math::max);
		}
	}

	/**
	 * Adds the time that a request in flight has taken so far.
	 */
	void addInFlight(long nanos) {
		this.times.add(nanos);
	}

	/**
	 * Returns the request times since the last call, and resets them.
	 */
	Times takeTimes() {
		return this.times.take();
	}

	/**
	 * Returns the time breakdown of all requests since the last call, and resets it.
	 */
	ComponentTimes takeBreakdown() {
		int known = this.measured.getAndSet(0);
		Map<TimeComponent, Long> sums = new EnumMap<>(TimeComponent.class);
		for (TimeComponent component : COMPONENTS) {
			long sum = this.nanos[component.ordinal()].sumThenReset();
			// A request that completes meanwhile may have added its time before its bit.
			if (sum != 0 || (known & 1 << component.ordinal()) != 0) {
				sums.put(component, sum);
			}
		}
		return (!sums.isEmpty()) ? ComponentTimes.of(sums) : ComponentTimes.NONE;
	}

	/**
	 * Returns the maximum number of connections that one thread used or requested at once
	 * since the last call, and resets it.
	 */
	int takeConnections() {
		return this.connections.getAndSet(0);
	}

}
