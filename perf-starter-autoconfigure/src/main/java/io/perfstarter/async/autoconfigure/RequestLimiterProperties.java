package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.perfstarter.async.limit.RequestLimiter;
import io.perfstarter.support.LimiterListener;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the request limiter.
 *
 * @param concurrencyLimit Maximum number of concurrent requests, or 'auto' for a limit
 * that follows the use of processors and connections. The limiter is on if this is set.
 * @param queueCapacity Maximum number of queued requests. Ten times the concurrency limit
 * by default. With Tomcat's platform threads, at most their number minus the limit minus
 * 1. In a WebFlux application no request waits.
 * @param queueTimeout Maximum time that a request waits in the queue before it is
 * rejected.
 * @param exclude Path patterns, below the context path, that the limiter ignores, such as
 * the paths of server-sent events.
 */
record RequestLimiterProperties(@Nullable String concurrencyLimit, @Nullable Integer queueCapacity,
		@DefaultValue("5s") Duration queueTimeout, @DefaultValue List<String> exclude) {

	static final String PREFIX = "perf-starter.async.requests";

	// The range of the limit with 'concurrency-limit: auto'.
	static final int LOWEST = 4;

	static final int HIGHEST = 1000;

	private static final String AUTO = "auto";

	// The limit at the start with 'concurrency-limit: auto', for each processor.
	private static final int FIRST = 5;

	// With this capacity, the last request in the queue waits for about ten run times.
	// This is less than the queue timeout if a request takes less than half a second.
	private static final long QUEUED_PER_RUNNING = 10;

	/**
	 * Creates the limiter and validates the settings. Validation does not happen during
	 * binding, because Spring Boot's binding failures show class names instead of the
	 * reason.
	 * @param listener receives the waits of requests
	 * @param queues whether requests can wait
	 * @return the limiter
	 */
	RequestLimiter limiter(LimiterListener listener, boolean queues) {
		int limit = isAuto() ? Math.min(HIGHEST, FIRST * Runtime.getRuntime().availableProcessors()) : fixed();
		if (places(limit) < 0) {
			throw invalid("queue-capacity", this.queueCapacity,
					"It must be at least 0: write 0 or more, or leave it out for ten times the concurrency limit.");
		}
		if (!queues && this.queueCapacity != null && this.queueCapacity > 0) {
			throw invalid("queue-capacity", this.queueCapacity,
					"Requests of WebFlux do not wait for the limiter: write 0, or leave it out.");
		}
		if (this.queueTimeout.isNegative() || this.queueTimeout.isZero()) {
			throw invalid("queue-timeout", this.queueTimeout,
					"It must be longer than zero: write 5s, or to reject instead of queueing, set '%s.queue-capacity' to 0."
						.formatted(PREFIX));
		}
		return new RequestLimiter(limit, queues ? this::places : (ignored) -> 0, this.queueTimeout, listener);
	}

	boolean isAuto() {
		return AUTO.equalsIgnoreCase(this.concurrencyLimit);
	}

	private int fixed() {
		if (this.concurrencyLimit == null || !this.concurrencyLimit.matches("[1-9]\\d{0,8}")) {
			throw invalid("concurrency-limit", this.concurrencyLimit,
					"It must be a number from 1 to 999999999 or 'auto': write one of them, or leave it out to switch the limiter off.");
		}
		return Integer.parseInt(this.concurrencyLimit);
	}

	int places(int concurrencyLimit) {
		return (this.queueCapacity != null) ? this.queueCapacity
				: (int) Math.min(Integer.MAX_VALUE, QUEUED_PER_RUNNING * concurrencyLimit);
	}

	static InvalidConfigurationPropertyValueException invalid(String name, @Nullable Object value, String reason) {
		return new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, reason);
	}

}
