package io.perfstarter.warmup.run;

import java.time.Duration;

/**
 * The settings of a warm-up.
 *
 * @param budget the maximum duration of the whole warm-up
 * @param requestTimeout the maximum time of one call, also limited by the rest of the
 * budget
 * @param minRequests the minimum number of times that each request is sent
 * @param maxRequests the maximum number of times that each request is sent
 * @param burst the number of calls between two pauses
 * @param parallelism the number of concurrent calls
 */
public record WarmupSettings(Duration budget, Duration requestTimeout, int minRequests, int maxRequests, int burst,
		int parallelism) {
}
