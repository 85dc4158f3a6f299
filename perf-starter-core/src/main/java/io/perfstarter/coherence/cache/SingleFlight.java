package io.perfstarter.coherence.cache;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Lets one caller load a key while the others that want the same value wait for it,
 * without a lock of the store.
 *
 * <p>
 * A load is shared as long as its value might be served: who comes after an eviction
 * never gets a value that was read before it. Thread-safe; the happens-before of a shared
 * value is that of its future.
 */
final class SingleFlight {

	private final Joining joining;

	private final Map<Object, Flight> flights = new ConcurrentHashMap<>();

	private final AtomicLong finished = new AtomicLong();

	SingleFlight(Joining joining) {
		this.joining = joining;
	}

	/**
	 * How many loads are over. Counted after a value is kept and before its flight ends,
	 * so that whoever comes too late for the flight finds the value by asking again.
	 */
	long finished() {
		return this.finished.get();
	}

	/**
	 * Joins the flight of the key, or starts one.
	 * @param key the key to load
	 * @param stamp the stamp of the caller
	 * @param load starts the load; a failure to start is one of the load
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
		// A load that asks for its own key would wait for itself.
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
	 * Whether a value read since a stamp may be given to who asks now.
	 */
	@FunctionalInterface
	interface Joining {

		boolean isAllowed(Object key, long stamp);

	}

	/**
	 * A loaded value and how old it may be.
	 *
	 * @param value the value
	 * @param stamp the moment for which it is known to be true
	 */
	record Loaded(@Nullable Object value, long stamp) {

	}

	/**
	 * One load under way.
	 *
	 * @param stamp the stamp it began with
	 * @param starter the thread that began it
	 * @param value the value to come
	 */
	private record Flight(long stamp, Thread starter, CompletableFuture<Loaded> value) {

	}

}
