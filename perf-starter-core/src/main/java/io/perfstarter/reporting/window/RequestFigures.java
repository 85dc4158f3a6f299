package io.perfstarter.reporting.window;

import java.util.List;
import java.util.Map;

/**
 * What one request or all slow requests of a period have used.
 *
 * @param breakdown the time breakdown, including the wait for a thread
 * @param statements the number of executed statements
 * @param rows the number of fetched rows
 * @param allocated the bytes that the request threads allocated; -1 if not measured
 * @param samples the samples of the request threads
 * @param awaitedPool the pool with the longest wait, empty for none
 * @param awaitedLimiter the limiter with the longest wait, empty for none
 * @param costliest the statements with the longest time, the longest first, at most 5 of
 * a request and 10 of a period
 * @param remotes the remote targets with the longest time, the longest first, at most 5
 * of a request and 10 of a period
 */
public record RequestFigures(ComponentTimes breakdown, long statements, long rows, long allocated,
		ThreadSamples samples, String awaitedPool, String awaitedLimiter, List<Use> costliest, List<Use> remotes) {

	/**
	 * The value if nothing measures requests.
	 */
	public static final RequestFigures NOT_COUNTED = new RequestFigures(ComponentTimes.of(Map.of()), -1, -1, -1,
			ThreadSamples.NONE, "", "", List.of(), List.of());

}
