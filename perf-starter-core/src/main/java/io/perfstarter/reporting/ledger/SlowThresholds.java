package io.perfstarter.reporting.ledger;

import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;

/**
 * From when on a request is slow.
 *
 * @param flat for all routes that have no threshold of their own
 * @param byRoute for a route, such as {@code GET /orders/{id}}
 */
public record SlowThresholds(Duration flat, Map<String, Duration> byRoute) {

	private static final Duration DEFAULT = Duration.ofMillis(300);

	public SlowThresholds {
		byRoute = Map.copyOf(byRoute);
	}

	/**
	 * The same threshold for all: 300 ms.
	 */
	public SlowThresholds() {
		this(DEFAULT, Map.of());
	}

	/**
	 * Whether a request was slow.
	 * @param nanos how long it took
	 * @param route its route; asked only if that matters, because it costs a text
	 */
	boolean isSlow(long nanos, Supplier<String> route) {
		Duration threshold = this.byRoute.isEmpty() ? this.flat : this.byRoute.getOrDefault(route.get(), this.flat);
		return nanos >= threshold.toNanos();
	}

}
