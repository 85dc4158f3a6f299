package io.perfstarter.reporting.window;

import java.util.List;
import java.util.Map;

/**
 * The requests that were answered in a period. What was not measured is -1.
 *
 * @param count how many
 * @param slow how many of them were slow
 * @param p50 half took at most this long, in nanoseconds; 0 without requests
 * @param p99 99 of 100 took at most this long, in nanoseconds; 0 without requests
 * @param breakdown where the time of all of them went
 * @param slowBreakdown where the time of the slow ones went
 * @param slowStatements how often the slow ones executed statements
 * @param slowRows how many rows the slow ones fetched
 * @param slowAllocated what the threads of the slow ones allocated, in bytes
 * @param slowSamples what the threads of the slow ones were seen to do
 * @param connections the most connections of a pool that one thread wanted at once
 * @param awaitedPool the pool the slow ones waited for the longest, empty if for none
 * @param slowestRoute the route of which the slow requests took the most time, empty
 * without slow ones
 * @param costliest the statements of the slow ones, the costliest first, at most 10
 * @param remotes the remote calls of the slow ones, the costliest first, at most 10
 */
public record RequestsWindow(long count, long slow, long p50, long p99, ComponentTimes breakdown,
		ComponentTimes slowBreakdown, long slowStatements, long slowRows, long slowAllocated, ThreadSamples slowSamples,
		int connections, String awaitedPool, String slowestRoute, List<StatementUse> costliest,
		List<RemoteUse> remotes) {

	/**
	 * Where nobody counts requests.
	 */
	public static final RequestsWindow NOT_COUNTED = new RequestsWindow(-1, -1, -1, -1, ComponentTimes.of(Map.of()),
			ComponentTimes.of(Map.of()), -1, -1, -1, ThreadSamples.NONE, -1, "", "", List.of(), List.of());

	/**
	 * Whether somebody counts requests.
	 * @return whether there is a count
	 */
	public boolean counted() {
		return this.count >= 0;
	}

}
