package io.perfstarter.reporting.window;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A completed request and its time breakdown.
 *
 * @param route the method and the pattern, such as {@code GET /orders/{id}}, without
 * values
 * @param startedAt the time at which its thread started to process it
 * @param status the status of the response
 * @param breakdown the time breakdown, including the wait for a thread
 * @param statements the number of executed statements
 * @param rows the number of fetched rows
 * @param allocated the bytes that its thread allocated; -1 if not measured
 * @param samples the samples of its thread
 * @param connections the maximum number of connections of a pool that one thread used or
 * requested at once
 * @param awaitedPool the pool for which it waited the longest, {@code null} for none
 * @param costliest the statements with the longest time, the longest first, at most 5
 * @param remotes the remote targets with the longest time, the longest first, at most 5
 * @param trace the calls of controllers, services and repositories, empty if they are not
 * traced
 */
public record ServedRequest(String route, Instant startedAt, int status, ComponentTimes breakdown, long statements,
		long rows, long allocated, ThreadSamples samples, int connections, @Nullable String awaitedPool,
		List<StatementUse> costliest, List<RemoteUse> remotes, List<String> trace) {

	/**
	 * Returns the duration, including the wait for a thread.
	 * @return the duration in nanoseconds
	 */
	public long nanos() {
		return this.breakdown.total();
	}

}
