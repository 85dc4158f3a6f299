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
 * Maps the items of a page in several threads at once: the calling thread and free
 * threads of a bounded executor.
 *
 * <pre class="code">
 * List&lt;TicketView&gt; views = pages.map(tickets, this::enrich)
 *     .executor("enrich").concurrency(10).deadline(Duration.ofMillis(800)).run();
 * </pre>
 *
 * Because the caller works, too, and waits for no permit, a page always gets on, also
 * within another page; on a busy executor it is mapped one item after the other. Nothing
 * of a page goes on when its method has returned. Thread-safe.
 */
public final class PageMapper implements AutoCloseable {

	private final Function<String, ? extends Helpers> executors;

	private final Helpers defaultExecutor;

	private final PageDeadlines deadlines;

	/**
	 * Creates a mapper.
	 * @param executors finds an executor by its name, or throws an
	 * {@link IllegalArgumentException} that says which there are
	 * @param defaultExecutor where none is named
	 * @param clock {@link System#nanoTime()}
	 */
	PageMapper(Function<String, ? extends Helpers> executors, Helpers defaultExecutor, LongSupplier clock) {
		this.executors = executors;
		this.defaultExecutor = defaultExecutor;
		this.deadlines = new PageDeadlines(clock);
	}

	/**
	 * Maps item by item.
	 * @param <T> what items are
	 * @param <R> what they are mapped to
	 * @param <X> the checked exception that the function throws
	 * @param items what to map
	 * @param function maps one
	 * @return how to do it, to be followed by {@code run}, {@code collect} or
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
	 * Maps several items by one call each: one query with 50 keys is cheaper than 50
	 * queries.
	 * @param <T> what items are
	 * @param <R> what they are mapped to
	 * @param <X> the checked exception that the function throws
	 * @param items what to map
	 * @param size how many items a call gets at most
	 * @param function maps a list of items to a list of as many values in the same order;
	 * where it fails, all of its items fail
	 * @return how to do it, to be followed by {@code run}, {@code collect} or
	 * {@code orElse}
	 */
	public <T extends @Nullable Object, R extends @Nullable Object, X extends Exception> PageMapping<T, R, X> chunked(
			Collection<? extends T> items, int size, PageFunction<List<T>, List<R>, X> function) {
		Objects.requireNonNull(items, "items");
		Objects.requireNonNull(function, "function");
		if (size < 1) {
			throw new IllegalArgumentException("A chunk has at least 1 item, not " + size);
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
					+ (to - from) + " items; it has to return one for each, in the same order");
		}
		System.arraycopy(values, 0, results, from, values.length);
	}

	/**
	 * Stops the thread that watches deadlines when the last of them is over. Pages that
	 * come later see their deadline between items only.
	 */
	@Override
	public void close() {
		this.deadlines.close();
	}

}
