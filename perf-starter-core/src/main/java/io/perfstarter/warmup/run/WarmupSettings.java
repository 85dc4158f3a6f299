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

	private static final Duration REQUEST_TIMEOUT = Duration.ofSeconds(5);

	private static final int BURST = 50;

	/**
	 * Returns settings with half of the processors for concurrent calls, so that the
	 * other half is free for the JIT compiler, and with a longer timeout of a call in a
	 * long warm-up.
	 * @param timeout the maximum duration of the whole warm-up
	 * @param minRequests the minimum number of times that each request is sent
	 * @param maxRequests the maximum number of times that each request is sent
	 * @return the settings
	 */
	public static WarmupSettings of(Duration timeout, int minRequests, int maxRequests) {
		Duration part = timeout.dividedBy(6);
		return new WarmupSettings(timeout, (part.compareTo(REQUEST_TIMEOUT) > 0) ? part : REQUEST_TIMEOUT, minRequests,
				maxRequests, BURST, Math.max(1, Runtime.getRuntime().availableProcessors() / 2));
	}

}
