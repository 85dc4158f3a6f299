package io.perfstarter.async;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.LongSupplier;

import io.perfstarter.support.DaemonThreads;
import org.jspecify.annotations.Nullable;

/**
 * Maps the items of a page concurrently on the calling thread and free threads of a
 * bounded executor.
 *
 * <pre class="code">
 * List&lt;TicketView&gt; views = pages.map(tickets, this::enrich)
 *     .executor("enrich").concurrency(10).deadline(Duration.ofMillis(800)).run();
 * </pre>
 *
 * The caller also maps items and never waits for a thread, so a page always makes
 * progress, also within another page; with a busy executor the items are mapped
 * sequentially. No work on a page continues after its method has returned. Thread-safe.
 */
public final class PageMapper implements AutoCloseable {

	private final Function<String, ? extends HelperThreads> executors;

	private final HelperThreads defaultExecutor;

	private final LongSupplier clock;

	private final ScheduledExecutorService timer = DaemonThreads.timer("async-deadlines");

	/**
	 * Creates a mapper, whose first page with a deadline starts a thread.
	 * @param executors finds an executor by its name, or throws an
	 * {@link IllegalArgumentException} with the known names
	 * @param clock a monotonic clock in nanoseconds
	 */
	PageMapper(Function<String, ? extends HelperThreads> executors, HelperThreads defaultExecutor, LongSupplier clock) {
		this.executors = executors;
		this.defaultExecutor = defaultExecutor;
		this.clock = clock;
	}

	/**
	 * Maps each item separately.
	 * @param <T> the type of the items
	 * @param <R> the type of the results
	 * @param <X> the checked exception that the function throws
	 * @param items the items
	 * @param function maps one item
	 * @return the configuration, completed by {@code run}, {@code collect} or
	 * {@code orElse}
	 */
	public <T extends @Nullable Object, R extends @Nullable Object, X extends Exception> PageMapping<T, R, X> map(
			Collection<? extends T> items, PageFunction<T, R, X> function) {
		Objects.requireNonNull(function, "function");
		return new PageMapping<>(this, items, 1, (item) -> Collections.singletonList(function.apply(item.get(0))));
	}

	/**
	 * Maps chunks of items: one query with 50 keys is cheaper than 50 queries.
	 * @param <T> the type of the items
	 * @param <R> the type of the results
	 * @param <X> the checked exception that the function throws
	 * @param items the items
	 * @param size the maximum number of items in a chunk
	 * @param function maps a list of items to a list of as many values in the same order;
	 * if it fails, all items of the chunk fail
	 * @return the configuration, completed by {@code run}, {@code collect} or
	 * {@code orElse}
	 */
	public <T extends @Nullable Object, R extends @Nullable Object, X extends Exception> PageMapping<T, R, X> chunked(
			Collection<? extends T> items, int size, PageFunction<List<T>, List<R>, X> function) {
		Objects.requireNonNull(function, "function");
		if (size < 1) {
			throw new IllegalArgumentException("The chunk size must be at least 1, but is " + size);
		}
		return new PageMapping<>(this, items, size, function);
	}

	HelperThreads executor(String name) {
		return this.executors.apply(name);
	}

	HelperThreads defaultExecutor() {
		return this.defaultExecutor;
	}

	/**
	 * Returns whether a time from now in nanoseconds has passed.
	 */
	BooleanSupplier expiry(long nanos) {
		long begin = this.clock.getAsLong();
		return () -> this.clock.getAsLong() - begin >= nanos;
	}

	/**
	 * Ends a run after a time, unless there is no limit.
	 */
	Future<?> expireIn(long nanos, PageRun run) {
		return (nanos == Long.MAX_VALUE) ? CompletableFuture.completedFuture(null)
				: this.timer.schedule(run::expire, nanos, TimeUnit.NANOSECONDS);
	}

	/**
	 * Stops the thread that enforces deadlines after the last one. Later pages check
	 * their deadline only between items.
	 */
	@Override
	public void close() {
		this.timer.shutdown();
	}

}
