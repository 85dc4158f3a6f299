package io.perfstarter.async;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.LongSupplier;

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

	private final PageDeadlines deadlines;

	/**
	 * Creates a mapper.
	 * @param executors finds an executor by its name, or throws an
	 * {@link IllegalArgumentException} with the known names
	 * @param defaultExecutor the name of the default executor
	 * @param clock a monotonic clock in nanoseconds
	 */
	PageMapper(Function<String, ? extends HelperThreads> executors, HelperThreads defaultExecutor, LongSupplier clock) {
		this.executors = executors;
		this.defaultExecutor = defaultExecutor;
		this.deadlines = new PageDeadlines(clock);
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
	@SuppressWarnings("unchecked")
	public <T extends @Nullable Object, R extends @Nullable Object, X extends Exception> PageMapping<T, R, X> map(
			Collection<? extends T> items, PageFunction<T, R, X> function) {
		Objects.requireNonNull(items, "items");
		Objects.requireNonNull(function, "function");
		return new PageMapping<>(items, 1, (all, from, to, results) -> results[from] = function.apply((T) all[from]),
				this.executors, this.defaultExecutor, this.deadlines);
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
		Objects.requireNonNull(items, "items");
		Objects.requireNonNull(function, "function");
		if (size < 1) {
			throw new IllegalArgumentException("The chunk size must be at least 1, but is " + size);
		}
		return new PageMapping<>(items, size, (all, from, to, results) -> mapChunk(all, from, to, results, function),
				this.executors, this.defaultExecutor, this.deadlines);
	}

	@SuppressWarnings("unchecked")
	private static <T extends @Nullable Object, R extends @Nullable Object, X extends Exception> void mapChunk(
			@Nullable Object[] items, int from, int to, @Nullable Object[] results,
			PageFunction<List<T>, List<R>, X> function) throws X {
		List<T> chunk = (List<T>) Collections.unmodifiableList(Arrays.asList(items).subList(from, to));
		@Nullable Object[] values = function.apply(chunk).toArray();
		if (values.length != to - from) {
			throw new IllegalStateException("The function returned " + values.length + " values for a chunk of "
					+ (to - from) + " items; it must return one value for each item, in the same order");
		}
		System.arraycopy(values, 0, results, from, values.length);
	}

	/**
	 * Stops the thread that enforces deadlines after the last one. Later pages check
	 * their deadline only between items.
	 */
	@Override
	public void close() {
		this.deadlines.close();
	}

}
