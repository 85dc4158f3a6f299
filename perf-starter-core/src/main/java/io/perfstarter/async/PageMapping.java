package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

/**
 * Configures the mapping of a page, and performs it in one of three ways. All of them
 * keep the order, return unmodifiable lists that may contain null, and return or throw
 * only after all threads have stopped working on the page. A single item is mapped by the
 * caller alone.
 * <p>
 * If the calling thread is interrupted, all work on the page is interrupted and a
 * {@link CancellationException} is thrown; the interrupt flag stays set. An {@link Error}
 * also interrupts the work and is rethrown. In a transaction that may write, several
 * threads map only a page that is {@link #independentOfTransaction()}.
 * <p>
 * If a function ignores interrupts, the page takes longer than its deadline, because the
 * caller waits for the function. Not thread-safe.
 *
 * @param <T> the type of the items
 * @param <R> the type of the results
 * @param <X> the checked exception that the function throws
 */
public final class PageMapping<T extends @Nullable Object, R extends @Nullable Object, X extends Exception> {

	private final PageMapper mapper;

	private final List<T> items;

	private final int step;

	private final PageFunction<List<T>, List<R>, X> function;

	private HelperThreads executor;

	private int concurrency = 10;

	private boolean independent;

	private long nanos = Long.MAX_VALUE;

	PageMapping(PageMapper mapper, Collection<? extends T> items, int step,
			PageFunction<List<T>, List<R>, X> function) {
		this.mapper = mapper;
		this.items = Collections.unmodifiableList(new ArrayList<>(items));
		this.step = step;
		this.function = function;
		this.executor = mapper.defaultExecutor();
	}

	/**
	 * Uses threads of another executor than the default one.
	 * @param name the name of the executor
	 * @return this
	 * @throws IllegalArgumentException if there is no such executor
	 */
	public PageMapping<T, R, X> executor(String name) {
		this.executor = this.mapper.executor(name);
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
	 * Other threads do not take part in the transaction.
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
		this.nanos = Math.max(0, TimeUnit.NANOSECONDS.convert(time));
		return this;
	}

	/**
	 * Maps all items or fails: the first failure interrupts the rest and is rethrown.
	 * @return the values, in the order of the items
	 * @throws X the first exception of the function
	 * @throws PageDeadlineExceededException if the deadline passed first
	 */
	public List<R> run() throws X {
		List<PageResult<R>> results = results(true);
		for (PageResult<R> result : results) {
			if (result.failure() instanceof PageDeadlineExceededException exceeded) {
				throw exceeded;
			}
		}
		return values(results);
	}

	/**
	 * Maps as many items as the deadline allows.
	 * @return a value or a failure for each item, in the order of the items
	 */
	public List<PageResult<R>> collect() {
		return unchecked().results(false);
	}

	/**
	 * Maps as many items as the deadline allows, and applies a fallback to the rest on
	 * the calling thread.
	 * @param fallback receives an item and its failure, which is a
	 * {@link PageDeadlineExceededException} if the item was not mapped in time; its
	 * exceptions are rethrown
	 * @return the values, in the order of the items
	 */
	public List<R> orElse(BiFunction<? super T, ? super Exception, ? extends R> fallback) {
		Objects.requireNonNull(fallback, "fallback");
		List<PageResult<R>> results = new ArrayList<>(collect());
		for (int i = 0; i < results.size(); i++) {
			Exception failure = results.get(i).failure();
			if (failure != null) {
				results.set(i, new PageResult<>(fallback.apply(this.items.get(i), failure), null));
			}
		}
		return values(results);
	}

	@SuppressWarnings("NullAway")
	private static <R extends @Nullable Object> List<R> values(List<PageResult<R>> results) {
		return results.stream().map(PageResult::value).toList();
	}

	private List<PageResult<R>> results(boolean failFast) throws X {
		checkTransaction();
		int calls = (int) ((this.items.size() - 1L + this.step) / this.step);
		List<List<R>> values = new ArrayList<>(Collections.nCopies(calls, List.of()));
		PageMapping<T, R, RuntimeException> mapping = unchecked();
		PageRun run = new PageRun(calls, (index) -> () -> values.set(index, mapping.map(index)), failFast,
				this.mapper.expiry(this.nanos));
		Future<?> timer = this.mapper.expireIn(this.nanos, run);
		run.work(this.executor, Math.min(this.concurrency, calls) - 1);
		timer.cancel(false);
		run.<X>throwFailure();
		return results(run, values);
	}

	@SuppressWarnings("unchecked")
	private PageMapping<T, R, RuntimeException> unchecked() {
		return (PageMapping<T, R, RuntimeException>) this;
	}

	private List<R> map(int index) throws X {
		int from = index * this.step;
		List<T> chunk = this.items.subList(from, from + Math.min(this.step, this.items.size() - from));
		List<R> mapped = this.function.apply(chunk);
		if (mapped.size() != chunk.size()) {
			throw new IllegalStateException("The function returned " + mapped.size() + " values for a chunk of "
					+ chunk.size() + " items; it must return one value for each item, in the same order");
		}
		return mapped;
	}

	private List<PageResult<R>> results(PageRun run, List<List<R>> values) {
		Exception open = run.isExpired() ? new PageDeadlineExceededException(
				"%d of %d items finished within %d ms".formatted(Math.min(this.items.size(), run.ready() * this.step),
						this.items.size(), TimeUnit.NANOSECONDS.toMillis(this.nanos)))
				: null;
		List<PageResult<R>> results = new ArrayList<>(this.items.size());
		for (int i = 0; i < this.items.size(); i++) {
			Exception failure = run.failure(i / this.step, open);
			results.add(
					new PageResult<>((failure != null) ? null : values.get(i / this.step).get(i % this.step), failure));
		}
		return Collections.unmodifiableList(results);
	}

	/**
	 * Refuses also a page of one item, so that the first test of the method shows it.
	 */
	private void checkTransaction() {
		if (this.concurrency > 1 && !this.independent && AfterCommit.isPossible()) {
			throw new IllegalStateException(
					"A page cannot be mapped by several threads in a transaction that may write, because the other "
							+ "threads do not take part in it. Map the page before or after the transaction, or in a "
							+ "read-only one; or call 'concurrency(1)', or, if the function does not depend on the "
							+ "transaction, 'independentOfTransaction()'");
		}
	}

}
