package io.perfstarter.reporting.window;

import java.time.Instant;
import java.util.List;

/**
 * A completed or hanging request, and what it has used so far.
 *
 * @param route the method and the pattern, such as {@code GET /orders/{id}}, without
 * values
 * @param traceId the identifier of its distributed trace, empty if there is none
 * @param startedAt the time at which a thread started to process the request
 * @param status the status of the response, {@link #RUNNING} while the request hangs
 * @param connections the maximum number of connections of a pool that one thread used or
 * requested at once
 * @param figures the figures of this request
 * @param trace the calls of controllers, services and repositories, empty if they are not
 * traced
 */
public record ServedRequest(String route, String traceId, Instant startedAt, int status, int connections,
		RequestFigures figures, List<String> trace) {

	/**
	 * The status of a request that is not complete.
	 */
	public static final int RUNNING = 0;

	/**
	 * Returns the time breakdown, including the wait for a thread.
	 * @return the time breakdown
	 */
	public ComponentTimes breakdown() {
		return this.figures.breakdown();
	}

	/**
	 * Returns the duration, including the wait for a thread.
	 * @return the duration in nanoseconds
	 */
	public long nanos() {
		return breakdown().total();
	}

	/**
	 * Returns when the response was sent, or when a hanging request was measured.
	 * @return the end
	 */
	public Instant endedAt() {
		return this.startedAt.plusNanos(nanos());
	}

}
