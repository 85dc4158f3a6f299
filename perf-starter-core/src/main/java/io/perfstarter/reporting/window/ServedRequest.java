package io.perfstarter.reporting.window;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A request that has been answered, and where its time went.
 *
 * @param route its method and pattern, such as {@code GET /orders/{id}}, without values
 * @param startedAt when its thread began with it
 * @param status the status of the answer
 * @param breakdown where its time went; their sum is its time with the queue
 * @param statements how often statements were executed
 * @param rows how many rows were fetched
 * @param allocated what its thread allocated, in bytes; -1 if not measured
 * @param samples what its thread was seen to do
 * @param connections the most connections of a pool that one of its threads wanted at
 * once
 * @param awaitedPool the pool it waited for the longest, {@code null} if for none
 * @param costliest the statements that took the longest, the longest first, at most 5
 * @param remotes the remote calls that took the longest, the longest first, at most 5
 * @param trace the calls of its layers, empty if they are not traced
 */
public record ServedRequest(String route, Instant startedAt, int status, ComponentTimes breakdown, long statements,
		long rows, long allocated, ThreadSamples samples, int connections, @Nullable String awaitedPool,
		List<StatementUse> costliest, List<RemoteUse> remotes, List<String> trace) {

	/**
	 * How long it took, with the time it waited for a thread.
	 * @return in nanoseconds
	 */
	public long nanos() {
		return this.breakdown.total();
	}

}
