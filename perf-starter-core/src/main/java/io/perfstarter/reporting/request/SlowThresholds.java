package io.perfstarter.reporting.request;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The durations from which requests are slow.
 *
 * @param flat the threshold of all routes without a threshold of their own
 * @param byRoute the thresholds of individual routes, such as {@code GET /orders/{id}}
 */
public record SlowThresholds(Duration flat, Map<String, Duration> byRoute) {

	public SlowThresholds {
		byRoute = Map.copyOf(byRoute);
	}

	/**
	 * Returns whether a request was slow.
	 * @param nanos the duration of the request
	 * @param route supplies the route; called only if needed, because it creates a text
	 */
	boolean isSlow(long nanos, Supplier<String> route) {
		Duration threshold = this.byRoute.isEmpty() ? this.flat : this.byRoute.getOrDefault(route.get(), this.flat);
		return nanos >= threshold.toNanos();
	}

	/**
	 * Returns the shortest threshold, in nanoseconds.
	 */
	long shortest() {
		return this.byRoute.values()
			.stream()
			.reduce(this.flat, (one, other) -> (one.compareTo(other) < 0) ? one : other)
			.toNanos();
	}

}
