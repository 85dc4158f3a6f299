package io.perfstarter.reporting.window;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * All measurements of one period.
 *
 * @param end the end of the period
 * @param length the length of the period
 * @param requests the requests
 * @param pools the connection pools
 * @param machine the JVM and the machine
 * @param caches the caches
 * @param executors the executors
 * @param limiters the limiters of requests
 * @param sessions the sessions of each database that was queried
 * @param threads the request threads, {@code null} if unknown
 */
public record Window(Instant end, Duration length, RequestsWindow requests, List<PoolWindow> pools,
		MachineWindow machine, List<CacheWindow> caches, List<LimiterWindow> executors, List<LimiterWindow> limiters,
		List<SessionsWindow> sessions, @Nullable ThreadsWindow threads) {

	/**
	 * Returns whether the application did nothing.
	 * @return {@code true} if there was no request, no requested connection, no read of a
	 * cache, and no task or request that ran, waited or was rejected; {@code false} where
	 * requests are not counted
	 */
	public boolean isIdle() {
		return this.requests.count() == 0 && this.pools.stream().allMatch((pool) -> pool.requests() == 0)
				&& this.caches.stream().allMatch((cache) -> cache.hits() + cache.misses() == 0)
				&& Stream.of(this.executors, this.limiters).flatMap(List::stream).allMatch(LimiterWindow::isIdle);
	}

	/**
	 * Returns whether requests may have executed the statements of a pool.
	 * @param name the name of the pool
	 * @return {@code false} if threads outside of requests mostly hold its connections,
	 * and another pool has statements and is mostly used by requests
	 */
	public boolean isOfRequests(String name) {
		return this.pools.stream().noneMatch((pool) -> pool.sql() > 0 && !pool.outside().isMost())
				|| this.pools.stream().noneMatch((pool) -> pool.name().equals(name) && pool.outside().isMost());
	}

	/**
	 * Returns the larger share of the period: JVM pauses or allocation stalls. A period
	 * of less than a second counts as one second, because an ordinary pause takes a large
	 * share of it.
	 * @return the share from 0 to 1
	 */
	public double paused() {
		long nanos = Math.max(this.machine.stopped(), this.machine.gc().stalled());
		// A pause that began in the previous period may end in this one.
		return Math.min(1, Math.max(0, nanos) / Math.max(1e9, this.length.toNanos()));
	}

	/**
	 * Returns these measurements with other requests.
	 * @param requests the requests
	 * @return the measurements
	 */
	public Window with(RequestsWindow requests) {
		return new Window(this.end, this.length, requests, this.pools, this.machine, this.caches, this.executors,
				this.limiters, this.sessions, this.threads);
	}

}
