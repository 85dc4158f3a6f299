package io.perfstarter.sample.slow;

import java.util.List;

import io.perfstarter.reporting.rules.Cause;

/**
 * Faults of asynchronous requests.
 */
final class AsyncFaults {

	private AsyncFaults() {
	}

	static List<Fault> all() {
		return List.of(Fault.of("future that is completed late", """
				A controller returns a CompletableFuture, which a timer completes after 400 ms. No thread works for the
				request meanwhile.""", Load.of(5, "/wait/later/400")).means(Cause.ASYNC_WAIT),

				Fault
					.of("deferred result that is late", """
							A controller returns a DeferredResult, which a scheduler sets after 400 ms.""",
							Load.of(5, "/async/deferred/400"))
					.means(Cause.ASYNC_WAIT),

				Fault
					.of("callable that sleeps", """
							A controller returns a Callable, which sleeps for 400 ms in the executor of Spring MVC.""",
							Load.of(5, "/async/callable/400"))
					.means(Cause.SLEEPING)
					.naming("AsyncController"),

				Fault
					.of("callable with a slow statement", """
							A controller returns a Callable, which executes a statement of 400 ms.""",
							Load.of(5, "/async/query/400"))
					.means(Cause.SLOW_SQL)
					.naming("pg_sleep"),

				Fault.of("future of another pool", """
						A controller returns the CompletableFuture of a task that sleeps for 400 ms in a pool of the
						application, which knows nothing of requests.""", Load.of(5, "/async/future/400"))
					.means(Cause.ASYNC_WAIT, Cause.SLEEPING),

				Fault.of("stream whose source is slow", """
						A StreamingResponseBody reads an export piece by piece from a slow source, by sleeps of 100 ms,
						and writes it to a fast reader.""", Load.of(4, "/async/stream/4"))
					.means(Cause.SLEEPING)
					.naming("AsyncController"));
	}

}
