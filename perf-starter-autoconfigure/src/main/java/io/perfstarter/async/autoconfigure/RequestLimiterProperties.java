package io.perfstarter.async.autoconfigure;

import java.time.Duration;
import java.util.List;

import io.perfstarter.async.RequestLimiter;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

/**
 * Configuration properties of the request limiter.
 *
 * @param concurrencyLimit Number of requests that run at once. The limiter is on when
 * this is set.
 * @param queueCapacity Number of further requests that may wait. Ten times the limit by
 * default.
 * @param queueTimeout Longest time that a request waits before it is rejected.
 * @param exclude Patterns of paths, below the context path, that the limiter ignores,
 * such as those of server-sent events.
 */
@ConfigurationProperties(RequestLimiterProperties.PREFIX)
record RequestLimiterProperties(@Nullable Integer concurrencyLimit, @Nullable Integer queueCapacity,
		@DefaultValue("5s") Duration queueTimeout, @DefaultValue List<String> exclude) {

	static final String PREFIX = "perf-starter.async.requests";

	/**
	 * The last request of the queue then waits for ten run times of a request, which is
	 * below the longest wait for requests of less than half a second.
	 */
	private static final long QUEUED_PER_RUNNING = 10;

	/**
	 * Makes the limiter; not while binding, whose failure would hide what is wrong behind
	 * class names.
	 * @return the limiter
	 */
	RequestLimiter limiter() {
		if (this.concurrencyLimit == null || this.concurrencyLimit < 1) {
			throw invalid("concurrency-limit", this.concurrencyLimit,
					"It is the number of requests that run at once: write 1 or more, or leave it out to switch the limiter off.");
		}
		int places = places(this.concurrencyLimit);
		if (places < 0) {
			throw invalid("queue-capacity", places,
					"It is how many requests may wait: write 0 or more, or leave it out for ten times the concurrencyLimit.");
		}
		if (this.queueTimeout.isNegative() || this.queueTimeout.isZero()) {
			throw invalid("queue-timeout", this.queueTimeout,
					"It must be longer than nothing: write 5s, or if no request is to wait, 0 for '%s.queue-capacity'."
						.formatted(PREFIX));
		}
		return new RequestLimiter(this.concurrencyLimit, places, this.queueTimeout);
	}

	int places(int concurrencyLimit) {
		return (this.queueCapacity != null) ? this.queueCapacity
				: (int) Math.min(Integer.MAX_VALUE, QUEUED_PER_RUNNING * concurrencyLimit);
	}

	static InvalidConfigurationPropertyValueException invalid(String name, @Nullable Object value, String reason) {
		return new InvalidConfigurationPropertyValueException(PREFIX + "." + name, value, reason);
	}

}
