package io.perfstarter.reporting.window;

import org.jspecify.annotations.Nullable;

/**
 * The figures of a limiter of requests in a period.
 *
 * @param name the name of the limiter
 * @param limit the concurrency limit
 * @param reason why the limit has its value, {@code null} if it is fixed
 * @param active the number of places in use at the end
 * @param waiting the number of requests in the queue at the end
 * @param refused the number of rejected requests
 * @param waits the number of requests that waited before they got a place
 * @param waited the total time that these waited, in nanoseconds
 */
public record LimiterWindow(String name, int limit, @Nullable String reason, int active, int waiting, long refused,
		long waits, long waited) {

	/**
	 * Returns the mean wait of the requests that waited.
	 * @return the time in nanoseconds, 0 if none waited
	 */
	public long meanWait() {
		return this.waited / Math.max(1, this.waits);
	}

}
