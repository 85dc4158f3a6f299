package io.perfstarter.async.limit;

import org.jspecify.annotations.Nullable;

/**
 * The state of a request limiter at one moment.
 *
 * @param name the name of the limiter
 * @param permits the maximum number of concurrent requests
 * @param reason why the limit has its value, {@code null} if it is fixed
 * @param active the number of running requests
 * @param waiting the number of queued requests
 * @param refused the number of rejected requests since the start
 * @param waits the number of requests that were queued before they ran since the start
 * @param waited the total time that these waited, in nanoseconds
 */
public record LimiterState(String name, int permits, @Nullable String reason, int active, int waiting, long refused,
		long waits, long waited) {

}
