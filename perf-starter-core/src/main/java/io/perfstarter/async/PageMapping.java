package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * Configures how a page is mapped, and maps it in one of three ways. All of them keep the
 * order, return unmodifiable lists that may contain null, and return or throw only when
 * no helper works on the page any more. One item is mapped by the caller alone.
 * <p>
 * If the calling thread is interrupted, all work on the page is interrupted, a
 * {@link CancellationException} is thrown, and the thread is still interrupted then. An
 * {@link Error} ends the page in the same way and is thrown as it is.
 * <p>
 * A function that ignores interrupts is waited for: then a page takes longer than its
 * deadline. Not thread-safe.
 *
 * @param <T> what items are
 * @param <R> what they are mapped to
 * @param <X> the checked exception that the function throws
 */
public final class PageMapping<T extends @Nullable Object, R extends @Nullable Object, X extends Exception> {

	private static final int DEFAULT_CONCURRENCY = 10;

	private static final Duration LONGEST = Duration.ofDays(365);

	private final Collection<? extends T> items;

	private final int step;

	private final Range range;

	private final Function<String, ? extends Helpers> executors;

	private final PageDeadlines deadlines;

	private Helpers executor;

	private int concurrency = DEFAULT_CONCURRENCY;

	private @Nullable Duration deadline;

	PageMapping(Collection<? extends T> items, int step, Range range, Function<String, ? extends Helpers> executors,
			Helpers defaultExecutor, PageDeadlines deadlines) {
		this.items = items;
		this.step = step;
		this.range = range;
		this.executors = executors;
		this.executor = defaultExecutor;
		this.deadlines = deadlines;
	}

	/**
	 * Takes helpers from an executor other than the default one.
	 * @param name that of the executor
	 * @return this
	 * @throws IllegalArgumentException if there is no such executor
	 */
	public PageMapping<T, R, X> executor(String name) {
		this.executor = this.executors.apply(name);
		return this;
	}

	/**
	 * Sets how many items, or chunks, are worked on at the same time at most; 10 unless
	 * told otherwise.
	 * @param threads how many threads, the calling one included
	 * @return this
	 */
	public PageMapping<T, R, X> concurrency(int threads) {
		if (threads < 1) {
			throw new IllegalArgumentException("Concurrency is at least 1, not " + threads);
		}
		this.concurrency = threads;
		return this;
	}

	/**
	 * Sets how long it may take. What is not ready then is interrupted, in the calling
	 * thread as well, also if it is the only item. Without a deadline a page takes as
	 * long as it takes.
	 * @param time counted from the call that does the work; without any left, nothing is
	 * begun
	 * @return this
	 */
	public PageMapping<T, R, X> deadline(Duration time) {
		if (time.isNegative()) {
			this.deadline = Duration.ZERO;
		}
		else {
			this.deadline = (time.compareTo(LONGEST) > 0) ? LONGEST : time;
		}
		return this;
	}

	/**
	 * Maps all items, or none: the first failure in time interrupts the others and is
	 * thrown as it is.
	 * @return the values, in the order of the items
	 * @throws X what the function threw first
	 * @throws PageDeadlineExceededException if the deadline was over first
	 * @throws CancellationException if the calling thread was interrupted first
	 */
	public List<R> run() throws X {
		if (this.items.isEmpty()) {
			return List.of();
		}
		@Nullable Object[] items = this.items.toArray();
		@Nullable Object[] results = new @Nullable Object[items.length];
		PageRun run = work(items, results, true);
		run.<X>throwCause();
		if (run.isExpired()) {
			throw exceeded(run, items.length);
		}
		return list(results);
	}

	/**
	 * Maps what can be mapped within the deadline.
	 * @return a value or a failure for each item, in the order of the items
	 * @throws CancellationException if the calling thread was interrupted
	 */
	@SuppressWarnings("unchecked")
	public List<PageResult<R>> collect() {
		if (this.items.isEmpty()) {
			return List.of();
		}
		@Nullable Object[] items = this.items.toArray();
		@Nullable Object[] results = new @Nullable Object[items.length];
		@Nullable Exception[] failures = failures(items, results);
		List<PageResult<R>> collected = new ArrayList<>(items.length);
		for (int i = 0; i < items.length; i++) {
			Exception failure = failures[i];
			collected.add(new PageResult<>((failure != null) ? null : (R) results[i], failure));
		}
		return Collections.unmodifiableList(collected);
	}

	/**
	 * Maps what can be mapped within the deadline, and lets the calling thread find
	 * something else for the rest.
	 * @param fallback gets an item and its failure, which is a
	 * {@link PageDeadlineExceededException} if it was not ready in time; what it throws
	 * is thrown
	 * @return the values, in the order of the items
	 * @throws CancellationException if the calling thread was interrupted
	 */
	@SuppressWarnings("unchecked")
	public List<R> orElse(BiFunction<? super T, ? super Exception, ? extends R> fallback) {
		Objects.requireNonNull(fallback, "fallback");
		if (this.items.isEmpty()) {
			return List.of();
		}
		@Nullable Object[] items = this.items.toArray();
		@Nullable Object[] results = new @Nullable Object[items.length];
		@Nullable Exception[] failures = failures(items, results);
		for (int i = 0; i < items.length; i++) {
			Exception failure = failures[i];
			if (failure != null) {
				results[i] = fallback.apply((T) items[i], failure);
			}
		}
		return list(results);
	}

	private @Nullable Exception[] failures(@Nullable Object[] items, @Nullable Object[] results) {
		PageRun run = work(items, results, false);
		run.<RuntimeException>throwCause();
		PageDeadlineExceededException exceeded = (run.isExpired()) ? exceeded(run, items.length) : null;
		@Nullable Exception[] failures = new @Nullable Exception[items.length];
		for (int i = 0; i < items.length; i++) {
			Exception failure = run.failure(i / this.step);
			failures[i] = (failure != null || run.isReady(i / this.step)) ? failure : exceeded;
		}
		return failures;
	}

	private PageRun work(@Nullable Object[] items, @Nullable Object[] results, boolean failFast) {
		int calls = (int) ((items.length - 1L + this.step) / this.step);
		long nanos = (this.deadline != null) ? this.deadline.toNanos() : Long.MAX_VALUE;
		BooleanSupplier expired = (this.deadline != null) ? this.deadlines.in(nanos) : () -> false;
		PageRun run = new PageRun(calls, (index) -> {
			int from = index * this.step;
			this.range.map(items, from, from + Math.min(this.step, items.length - from), results);
		}, failFast, expired);
		Future<?> expiry = (this.deadline != null) ? this.deadlines.expireIn(nanos, run) : null;
		try {
			run.work(this.executor, Math.min(this.concurrency, calls) - 1);
		}
		finally {
			if (expiry != null) {
				expiry.cancel(false);
			}
		}
		return run;
	}

	private PageDeadlineExceededException exceeded(PageRun run, int size) {
		int ready = 0;
		for (int i = 0; i < size; i++) {
			ready += (run.isReady(i / this.step)) ? 1 : 0;
		}
		long millis = (this.deadline != null) ? this.deadline.toMillis() : 0;
		return new PageDeadlineExceededException(
				String.format(Locale.ROOT, "%d of %d items were ready within %d ms", ready, size, millis));
	}

	@SuppressWarnings("unchecked")
	private List<R> list(@Nullable Object[] results) {
		return (List<R>) Collections.unmodifiableList(Arrays.asList(results));
	}

	/**
	 * Maps the items of a range, and puts the values where the items stand.
	 */
	interface Range {

		void map(@Nullable Object[] items, int from, int to, @Nullable Object[] results) throws Exception;

	}

}
