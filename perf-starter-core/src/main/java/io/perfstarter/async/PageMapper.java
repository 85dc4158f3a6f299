package io.perfstarter.async;

import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;

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
 * The caller also maps items and never waits for a thread. So a page always makes
 * progress, also within another page. If the executor is busy, the caller maps all items.
 * No work on a page continues after its method has returned. Thread-safe.
 */
public final class PageMapper {

	private final Function<String, Predicate<Runnable>> executors;

	private final Predicate<Runnable> defaultExecutor;

	/**
	 * Creates a mapper. Each predicate starts a task on another thread of an executor if
	 * its limit allows it, and returns whether it did.
	 * @param executors finds an executor by its name, or throws an
	 * {@link IllegalArgumentException} with the known names
	 */
	PageMapper(Function<String, Predicate<Runnable>> executors, Predicate<Runnable> defaultExecutor) {
		this.executors = executors;
		this.defaultExecutor = defaultExecutor;
	}

	/**
	 * Maps each item separately.
	 * @param <T> the type of the items
	 * @param <R> the type of the results
	 * @param <X> the checked exception that the function throws
	 * @param items the items
	 * @param function maps one item
	 * @return the configuration, completed by {@code run} or {@code orElse}
	 */
	public <T extends @Nullable Object, R extends @Nullable Object, X extends Exception> PageMapping<T, R, X> map(
			Collection<? extends T> items, PageFunction<T, R, X> function) {
		Objects.requireNonNull(function, "function");
		return new PageMapping<>(this.executors, this.defaultExecutor, items, 1,
				(item) -> Collections.singletonList(function.apply(item.get(0))));
	}

	/**
	 * Maps chunks of items: one query with 50 keys is cheaper than 50 queries.
	 * @param <T> the type of the items
	 * @param <R> the type of the results
	 * @param <X> the checked exception that the function throws
	 * @param items the items
	 * @param size the maximum number of items in a chunk
	 * @param function maps a list of items to the list of their values in the same order;
	 * if it fails, all items of the chunk fail
	 * @return the configuration, completed by {@code run} or {@code orElse}
	 */
	public <T extends @Nullable Object, R extends @Nullable Object, X extends Exception> PageMapping<T, R, X> chunked(
			Collection<? extends T> items, int size, PageFunction<List<T>, List<R>, X> function) {
		Objects.requireNonNull(function, "function");
		if (size < 1) {
			throw new IllegalArgumentException("The chunk size must be at least 1, but is " + size);
		}
		return new PageMapping<>(this.executors, this.defaultExecutor, items, size, function);
	}

}
