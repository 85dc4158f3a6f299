package io.perfstarter.coherence.guard;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Shares one load of a key among concurrent callers, without a lock of the store.
 *
 * <p>
 * A load is shared only while its value could be served: after an eviction, no new caller
 * receives a value that was read earlier. Thread-safe; values are published through
 * futures.
 */
final class SingleFlight {

	private final Joining joining;

	private final Map<Object, Flight> flights = new ConcurrentHashMap<>();

	private final AtomicLong finished = new AtomicLong();

	SingleFlight(Joining joining) {
		this.joining = joining;
	}

	/**
	 * Returns the number of finished loads. It grows after a value is stored and before
	 * its load is removed, so a caller that comes too late to join the load finds the
	 * value in the cache.
	 */
	long finished() {
		return this.finished.get();
	}

	/**
	 * Joins the current load of the key, or starts one.
	 * @param key the key to load
	 * @param stamp the load timestamp of the caller
	 * @param waits whether the caller blocks until the value is loaded
	 * @param load starts the load; an exception at the start fails the load
	 * @return the value
	 */
	CompletableFuture<Loaded> load(Object key, long stamp, boolean waits, Supplier<CompletableFuture<Loaded>> load) {
		Flight mine = new Flight(stamp);
		Flight flight = this.flights.compute(key,
				(ignored, present) -> (present != null && this.joining.isAllowed(key, present.stamp)) ? present : mine);
		if (flight == mine) {
			start(key, mine, load);
			return mine.value;
		}
		return flight.wouldDeadlock(waits) ? load.get() : flight.value;
	}

	private void start(Object key, Flight mine, Supplier<CompletableFuture<Loaded>> load) {
		CompletableFuture<Loaded> loading;
		try {
			loading = load.get();
		}
		catch (Throwable ex) {
			loading = CompletableFuture.failedFuture(ex);
		}
		mine.starting = false;
		loading.whenComplete((loaded, failure) -> {
			this.finished.incrementAndGet();
			this.flights.remove(key, mine);
			if (failure != null) {
				mine.value.completeExceptionally(failure);
			}
			else {
				mine.value.complete(loaded);
			}
		});
	}

	/**
	 * Decides whether a value with a load timestamp may be returned to a caller now.
	 */
	@FunctionalInterface
	interface Joining {

		boolean isAllowed(Object key, long stamp);

	}

	/**
	 * A loaded value and its age.
	 *
	 * @param value the value
	 * @param stamp the time as of which the value is known to be current
	 * @param ofUnknownAge whether the value originates from another cache
	 */
	record Loaded(@Nullable Object value, long stamp, boolean ofUnknownAge) {

	}

	/**
	 * One load in progress.
	 */
	private static final class Flight {

		private final long stamp;

		private final Thread starter = Thread.currentThread();

		private final CompletableFuture<Loaded> value = new CompletableFuture<>();

		// Read by the starting thread only.
		private boolean starting = true;

		Flight(long stamp) {
			this.stamp = stamp;
		}

		/**
		 * Returns whether the load itself requests its key, or whether the caller would
		 * block the thread that may have to complete the load.
		 */
		boolean wouldDeadlock(boolean waits) {
			return this.starter == Thread.currentThread() && (this.starting || waits);
		}

	}

}
