package io.perfstarter.coherence.cache;

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
 * A load is shared only while its value could be served: a caller after an eviction never
 * receives a value that was read before it. Thread-safe; values are published through
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
	 * The number of finished loads. Incremented after a value is stored and before its
	 * load is removed, so that a caller that comes too late for the load finds the value
	 * in the cache.
	 */
	long finished() {
		return this.finished.get();
	}

	/**
	 * Joins the current load of the key, or starts one.
	 * @param key the key to load
	 * @param stamp the load timestamp of the caller
	 * @param load starts the load; an exception at the start fails the load
	 * @return the value
	 */
	CompletableFuture<Loaded> load(Object key, long stamp, Supplier<CompletableFuture<Loaded>> load) {
		Flight mine = new Flight(stamp, Thread.currentThread(), new CompletableFuture<>());
		Flight flight = this.flights.compute(key, (ignored,
				present) -> (present != null && this.joining.isAllowed(key, present.stamp())) ? present : mine);
		if (flight == mine) {
			start(key, mine, load);
			return mine.value();
		}
		// A load that requests its own key would deadlock.
		return (flight.starter() != Thread.currentThread()) ? flight.value() : load.get();
	}

	private void start(Object key, Flight mine, Supplier<CompletableFuture<Loaded>> load) {
		CompletableFuture<Loaded> loading;
		try {
			loading = load.get();
		}
		catch (Throwable ex) {
			loading = CompletableFuture.failedFuture(ex);
		}
		loading.whenComplete((loaded, failure) -> {
			this.finished.incrementAndGet();
			this.flights.remove(key, mine);
			if (failure != null) {
				mine.value().completeExceptionally(failure);
			}
			else {
				mine.value().complete(loaded);
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
	 * A loaded value and its load timestamp.
	 *
	 * @param value the value
	 * @param stamp the time for which the value is known to be current
	 */
	record Loaded(@Nullable Object value, long stamp) {

	}

	/**
	 * One load in progress.
	 *
	 * @param stamp its load timestamp
	 * @param starter the thread that started it
	 * @param value the future value
	 */
	private record Flight(long stamp, Thread starter, CompletableFuture<Loaded> value) {

	}

}
