package io.perfstarter.reporting.window;

/**
 * The requests that were completed in a period, and hanging requests. A hanging request
 * started before the period and still runs. Unknown values are -1.
 *
 * @param count the number of requests
 * @param slow the number of slow requests, including hanging ones
 * @param p50 the median duration, in nanoseconds; 0 without requests
 * @param p99 the 99th percentile of the durations, in nanoseconds; 0 without requests
 * @param breakdown the time breakdown of all completed requests
 * @param connections the maximum number of connections of a pool that one thread used or
 * requested at once
 * @param slowestRoute the route whose slow requests took the longest in total, empty
 * without slow requests
 * @param slowFigures the figures of the slow requests
 */
public record RequestsWindow(long count, long slow, long p50, long p99, ComponentTimes breakdown, int connections,
		String slowestRoute, RequestFigures slowFigures) {

	/**
	 * The value if nothing measures requests.
	 */
	public static final RequestsWindow NOT_COUNTED = new RequestsWindow(-1, -1, -1, -1,
			RequestFigures.NOT_COUNTED.breakdown(), -1, "", RequestFigures.NOT_COUNTED);

	/**
	 * Returns the figures of one slow request.
	 * @param request the request
	 * @return the figures as if it were the only request of the period
	 */
	public static RequestsWindow of(ServedRequest request) {
		return new RequestsWindow(1, 1, request.nanos(), request.nanos(), request.breakdown(), request.connections(),
				request.route(), request.figures());
	}

	/**
	 * Returns whether requests are measured.
	 * @return {@code true} if there is a count
	 */
	public boolean counted() {
		return this.count >= 0;
	}

}
