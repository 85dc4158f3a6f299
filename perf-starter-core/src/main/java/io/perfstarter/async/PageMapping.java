package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Configures the mapping of a page, and performs it in one of two ways. Both keep the
 * order, return unmodifiable lists that may contain null, and return or throw only after
 * all threads have stopped working on the page. A single item is mapped by the caller
 * alone.
 * <p>
 * If the calling thread is interrupted, all work on the page is interrupted and a
 * {@link CancellationException} is thrown; the interrupt flag stays set. An {@link Error}
 * also interrupts the work and is rethrown. A transaction that may write requires a
 * concurrency of 1, or {@link #independentOfTransaction()}.
 * <p>
 * If a function ignores interrupts, the page takes longer than its deadline, because the
 * caller waits for the function. Not thread-safe.
 *
 * @param <T> the type of the items
 * @param <R> the type of the results
 * @param <X> the checked exception that the function throws
 */
public final class PageMapping<T extends @Nullable Object, R extends @Nullable Object, X extends Exception> {

	private final Function<String, Predicate<Runnable>> executors;

	private final List<T> items;

	private final int step;

	private final PageFunction<List<T>, List<R>, X> function;

	private Predicate<Runnable> executor;

	private int concurrency = 10;

	private boolean independent;

	private long nanos = Long.MAX_VALUE;

	PageMapping(Function<String, Predicate<Runnable>> executors, Predicate<Runnable> executor,
			Collection<? extends T> items, int step, PageFunction<List<T>, List<R>, X> function) {
		this.executors = executors;
		this.executor = executor;
		this.items = Collections.unmodifiableList(new ArrayList<>(items));
		this.step = step;
		this.function = function;
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
	 * Declares that the function needs no transaction of the caller: it changes nothing
	 * that the transaction must roll back, and reads none of the transaction's changes.
	 * Other threads do not take part in the transaction.
	 * @return this
	 */
	public PageMapping<T, R, X> independentOfTransaction() {
		this.independent = true;
		return this;
	}

	/**
	 * Sets the maximum time for the page. Interrupts work that is unfinished at that
	 * time, also on the calling thread. No limit by default.
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
		return this.<X>values(null);
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
		return this.<RuntimeException>values(fallback);
	}

	// Maps all items, and fails at the first failure if there is no fallback.
	private <E extends Exception> List<R> values(
			@Nullable BiFunction<? super T, ? super Exception, ? extends R> fallback) throws E {
		checkTransaction();
		int size = this.items.size();
		int calls = (int) ((size - 1L + this.step) / this.step);
		List<List<R>> values = new ArrayList<>(Collections.nCopies(calls, List.of()));
		PageRun run = new PageRun(calls, (index) -> values.set(index, map(index)), fallback == null);
		CompletableFuture<@Nullable Void> deadline = new CompletableFuture<>();
		deadline.thenRun(() -> run.end(new PageDeadlineExceededException("%d of %d items finished within %d ms"
			.formatted(Math.min(size, run.ready() * this.step), size, TimeUnit.NANOSECONDS.toMillis(this.nanos)))));
		if (this.nanos == 0) {
			deadline.complete(null);
		}
		else if (this.nanos != Long.MAX_VALUE) {
			deadline.completeOnTimeout(null, this.nanos, TimeUnit.NANOSECONDS);
		}
		run.work(this.executor, Math.min(this.concurrency, calls) - 1);
		deadline.cancel(false);
		run.<E>throwFailure();
		return IntStream.range(0, size).<R>mapToObj((i) -> {
			Exception failure = run.failure(i / this.step);
			return (failure != null && fallback != null) ? fallback.apply(this.items.get(i), failure)
					: values.get(i / this.step).get(i % this.step);
		}).toList();
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

	/**
	 * Also rejects a page of one item, so that any test of the method shows the fault.
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
