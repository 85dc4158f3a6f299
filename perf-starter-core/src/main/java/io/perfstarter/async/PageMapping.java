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
 * Configures the mapping of a page, and performs it in one of three ways. All of them
 * keep the order, return unmodifiable lists that may contain null, and return or throw
 * only after all threads have stopped working on the page. A single item is mapped by the
 * caller alone.
 * <p>
 * If the calling thread is interrupted, all work on the page is interrupted and a
 * {@link CancellationException} is thrown; the interrupt flag stays set. An {@link Error}
 * also interrupts the work and is rethrown.
 * <p>
 * If a function ignores interrupts, the page takes longer than its deadline, because the
 * caller waits for the function. Not thread-safe.
 *
 * @param <T> the type of the items
 * @param <R> the type of the results
 * @param <X> the checked exception that the function throws
 */
public final class PageMapping<T extends @Nullable Object, R extends @Nullable Object, X extends Exception> {

	private static final int DEFAULT_CONCURRENCY = 10;

	private static final Duration LONGEST = Duration.ofDays(365);

	private final Collection<? extends T> items;

	private final int step;

	private final Range range;

	private final Function<String, ? extends HelperThreads> executors;

	private final PageDeadlines deadlines;

	private HelperThreads executor;

	private int concurrency = DEFAULT_CONCURRENCY;

	private boolean independent;

	private @Nullable Duration deadline;

	PageMapping(Collection<? extends T> items, int step, Range range,
			Function<String, ? extends HelperThreads> executors, HelperThreads defaultExecutor,
			PageDeadlines deadlines) {
		this.items = items;
		this.step = step;
		this.range = range;
		this.executors = executors;
		this.executor = defaultExecutor;
		this.deadlines = deadlines;
	}

	/**
	 * Uses threads of another executor than the default one.
	 * @param name the name of the executor
	 * @return this
	 * @throws IllegalArgumentException if there is no such executor
	 */
	public PageMapping<T, R, X> executor(String name) {
		this.executor = this.executors.apply(name);
		return this;
	}

	/**
	 * Sets the maximum number of items or chunks that are mapped concurrently; 10 by
	 * default.
	 * @param threads the number of threads, including the calling one
	 * @return this
	 */
	public PageMapping<T, R, X> concurrency(int threads) {
		if (threads < 1) {
			throw new IllegalArgumentException("The concurrency must be at least 1, but is " + threads);
		}
		this.concurrency = threads;
		return this;
	}

	/**
	 * Declares that the function does not depend on a transaction of the caller: it
	 * neither changes what must be rolled back with it, nor reads what it has changed.
	 * Required to map with several threads in a transaction that may write, because the
	 * other threads do not take part in it.
	 * @return this
	 */
	public PageMapping<T, R, X> independentOfTransaction() {
		this.independent = true;
		return this;
	}

	/**
	 * Sets the maximum time for the page. Work that is not finished then is interrupted,
	 * also on the calling thread. No limit by default.
	 * @param time the time from the call that performs the mapping; if it is not
	 * positive, no item is mapped
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
	 * Maps all items or fails: the first failure interrupts the rest and is rethrown.
	 * @return the values, in the order of the items
	 * @throws X the first exception of the function
	 * @throws PageDeadlineExceededException if the deadline passed first
	 * @throws CancellationException if the calling thread was interrupted first
	 * @throws IllegalStateException in a transaction that may write, if several threads
	 * may map and the function was not declared independent of it
	 */
	public List<R> run() throws X {
		checkTransaction();
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
	 * Maps as many items as the deadline allows.
	 * @return a value or a failure for each item, in the order of the items
	 * @throws CancellationException if the calling thread was interrupted
	 * @throws IllegalStateException in a transaction that may write, if several threads
	 * may map and the function was not declared independent of it
	 */
	@SuppressWarnings("unchecked")
	public List<PageResult<R>> collect() {
		checkTransaction();
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
	 * Maps as many items as the deadline allows, and applies a fallback to the rest on
	 * the calling thread.
	 * @param fallback receives an item and its failure, which is a
	 * {@link PageDeadlineExceededException} if the item was not mapped in time; its
	 * exceptions are rethrown
	 * @return the values, in the order of the items
	 * @throws CancellationException if the calling thread was interrupted
	 * @throws IllegalStateException in a transaction that may write, if several threads
	 * may map and the function was not declared independent of it
	 */
	@SuppressWarnings("unchecked")
	public List<R> orElse(BiFunction<? super T, ? super Exception, ? extends R> fallback) {
		Objects.requireNonNull(fallback, "fallback");
		checkTransaction();
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

	/**
	 * Refuses also a page of one item, so that the first test of the method shows it.
	 */
	private void checkTransaction() {
		if (this.concurrency > 1 && !this.independent && Transactions.mayCurrentWrite()) {
			throw new IllegalStateException(
					"A page cannot be mapped by several threads in a transaction that may write, because the other "
							+ "threads do not take part in it. Map the page before or after the transaction, or in a "
							+ "read-only one; or call 'concurrency(1)', or, if the function does not depend on the "
							+ "transaction, 'independentOfTransaction()'");
		}
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
				String.format(Locale.ROOT, "%d of %d items finished within %d ms", ready, size, millis));
	}

	@SuppressWarnings("unchecked")
	private List<R> list(@Nullable Object[] results) {
		return (List<R>) Collections.unmodifiableList(Arrays.asList(results));
	}

	/**
	 * Maps the items of a range and stores the results at the same positions.
	 */
	interface Range {

		void map(@Nullable Object[] items, int from, int to, @Nullable Object[] results) throws Exception;

	}

}
