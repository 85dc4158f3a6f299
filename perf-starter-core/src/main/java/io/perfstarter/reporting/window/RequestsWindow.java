package io.perfstarter.reporting.window;

import java.util.List;
import java.util.Map;

/**
 * The requests that were completed in a period. Unknown values are -1.
 *
 * @param count the number of requests
 * @param slow the number of slow requests
 * @param p50 the median duration, in nanoseconds; 0 without requests
 * @param p99 the 99th percentile of the durations, in nanoseconds; 0 without requests
 * @param breakdown the time breakdown of all requests
 * @param slowBreakdown the time breakdown of the slow requests
 * @param slowStatements the number of executed statements of the slow requests
 * @param slowRows the number of rows that the slow requests fetched
 * @param slowAllocated the bytes that the threads of the slow requests allocated
 * @param slowSamples the samples of the threads of the slow requests
 * @param connections the maximum number of connections of a pool that one thread used or
 * requested at once
 * @param awaitedPool the pool for which slow requests waited the longest, empty for none
 * @param slowestRoute the route whose slow requests took the longest in total, empty
 * without slow requests
 * @param costliest the most expensive statements of the slow requests, the most expensive
 * first, at most 10
 * @param remotes the most expensive remote targets of the slow requests, the most
 * expensive first, at most 10
 */
public record RequestsWindow(long count, long slow, long p50, long p99, ComponentTimes breakdown,
		ComponentTimes slowBreakdown, long slowStatements, long slowRows, long slowAllocated, ThreadSamples slowSamples,
		int connections, String awaitedPool, String slowestRoute, List<StatementUse> costliest,
		List<RemoteUse> remotes) {

	/**
	 * The value if requests are not measured.
	 */
	public static final RequestsWindow NOT_COUNTED = new RequestsWindow(-1, -1, -1, -1, ComponentTimes.of(Map.of()),
			ComponentTimes.of(Map.of()), -1, -1, -1, ThreadSamples.NONE, -1, "", "", List.of(), List.of());

	/**
	 * Returns the figures of one slow request.
	 * @param request the request
	 * @return the figures as if it were the only request of the period
	 */
	public static RequestsWindow of(ServedRequest request) {
		String pool = (request.awaitedPool() != null) ? request.awaitedPool() : "";
		return new RequestsWindow(1, 1, request.nanos(), request.nanos(), request.breakdown(), request.breakdown(),
				request.statements(), request.rows(), request.allocated(), request.samples(), request.connections(),
				pool, request.route(), request.costliest(), request.remotes());
	}

	/**
	 * Returns these figures with another awaited pool.
	 * @param pool the name of the pool
	 * @return the figures
	 */
	public RequestsWindow awaiting(String pool) {
		return new RequestsWindow(this.count, this.slow, this.p50, this.p99, this.breakdown, this.slowBreakdown,
				this.slowStatements, this.slowRows, this.slowAllocated, this.slowSamples, this.connections, pool,
				this.slowestRoute, this.costliest, this.remotes);
	}

	/**
	 * Returns whether requests are measured.
	 * @return {@code true} if there is a count
	 */
	public boolean counted() {
		return this.count >= 0;
	}

}
