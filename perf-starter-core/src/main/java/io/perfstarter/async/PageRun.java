package io.perfstarter.async;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

/**
 * Performs the calls for a page on the caller's thread and on helper threads. Each free
 * thread takes the next call. The first interrupt, deadline or fatal failure ends it.
 */
final class PageRun {

	private final List<Call> calls;

	private final boolean failFast;

	private final AtomicInteger taken = new AtomicInteger();

	// Its parties are the caller, and the helpers that may be in a call.
	private final Phaser busy = new Phaser(1);

	private final AtomicReference<@Nullable Throwable> end = new AtomicReference<>();

	/**
	 * Creates a run.
	 * @param size the number of calls
	 * @param call makes the call with an index
	 * @param failFast whether the first failure ends the run
	 */
	PageRun(int size, PageFunction<Integer, ?, ?> call, boolean failFast) {
		this.calls = IntStream.range(0, size).mapToObj((index) -> new Call(() -> call.apply(index))).toList();
		this.failFast = failFast;
	}

	/**
	 * Makes all calls, and returns when no helper is in a call any more. Asks for helpers
	 * again before each call, because a thread may have become available.
	 * @param executor starts a helper on another thread, or returns {@code false}
	 * @param limit the maximum number of helpers
	 */
	void work(Predicate<Runnable> executor, int limit) {
		int helpers = 0;
		try {
			do {
				int more = Math.min(limit - helpers, left() - 1);
				while (more-- > 0 && executor.test(this::help)) {
					helpers++;
				}
			}
			while (next(true));
		}
		catch (RuntimeException | Error ex) {
			end(ex);
		}
		awaitHelpers();
	}

	/**
	 * Returns how many calls no thread has taken yet, 0 if the run has ended.
	 */
	private int left() {
		return (this.end.get() == null) ? this.calls.size() - this.taken.get() : 0;
	}

	private void help() {
		// A helper that starts after the end of the run cannot register.
		if (this.busy.register() >= 0) {
			try {
				boolean more = true;
				while (more) {
					more = next(false);
				}
			}
			finally {
				this.busy.arriveAndDeregister();
			}
		}
	}

	/**
	 * Makes the next call, and returns whether the thread should continue.
	 */
	private boolean next(boolean ofCaller) {
		if (left() <= 0) {
			return false;
		}
		if (Thread.currentThread().isInterrupted()) {
			// If the executor interrupts a helper, only this helper stops.
			if (ofCaller) {
				endInterrupted(null);
			}
			return false;
		}
		int index = this.taken.getAndIncrement();
		if (index < this.calls.size()) {
			make(this.calls.get(index), ofCaller);
		}
		return true;
	}

	private void make(Call call, boolean ofCaller) {
		Throwable failure = call.make();
		if (failure instanceof InterruptedException) {
			Thread.currentThread().interrupt();
		}
		if (failure instanceof Exception && ofCaller && Thread.currentThread().isInterrupted()) {
			endInterrupted(failure);
		}
		else if (failure instanceof Error || (failure != null && this.failFast)) {
			end(failure);
		}
	}

	private void endInterrupted(@Nullable Throwable cause) {
		Throwable cancelled = new CancellationException("The thread that waits for the page was interrupted")
			.initCause(cause);
		end(cancelled);
		// Replaces a deadline, because a fallback would hide the interrupt otherwise.
		this.end.getAndUpdate((how) -> (how instanceof PageDeadlineExceededException) ? cancelled : how);
	}

	/**
	 * Ends the run early, if it has not ended.
	 * @param how the failure of the run, or its deadline
	 */
	void end(Throwable how) {
		if (!this.busy.isTerminated() && this.end.compareAndSet(null, how)) {
			this.calls.forEach(Call::interrupt);
		}
	}

	private void awaitHelpers() {
		int phase = this.busy.arriveAndDeregister();
		boolean interrupted = false;
		while (!this.busy.isTerminated()) {
			try {
				this.busy.awaitAdvanceInterruptibly(phase);
			}
			catch (InterruptedException ex) {
				interrupted = true;
				endInterrupted(null);
			}
		}
		if (interrupted) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Throws what ended the run early. Throws a deadline only in a run that fails fast,
	 * and only if a call has no value.
	 * @param <X> the checked exception of the calls
	 */
	@SuppressWarnings("unchecked")
	<X extends Exception> void throwFailure() throws X {
		Throwable how = this.end.get();
		if (how instanceof Error error) {
			throw error;
		}
		boolean harmless = how instanceof PageDeadlineExceededException
				&& (!this.failFast || ready() == this.calls.size());
		if (how != null && !harmless) {
			throw (X) how;
		}
	}

	/**
	 * Returns the failure of a call, or the deadline if that ended the call.
	 */
	@Nullable Exception failure(int index) {
		Call call = this.calls.get(index);
		return (Exception) (call.isMade() ? call.thrown : this.end.get());
	}

	int ready() {
		return (int) this.calls.stream().filter((call) -> call.isMade() && call.thrown == null).count();
	}

	/**
	 * One call. An interrupt of the call does not reach what its thread does next.
	 */
	private static final class Call extends FutureTask<@Nullable Object> {

		private volatile @Nullable Thread runner;

		private volatile @Nullable Throwable thrown;

		private volatile boolean keptInterrupt;

		private Call(Callable<@Nullable Object> call) {
			super(call);
		}

		/**
		 * Makes the call. Clears an interrupt by {@link #interrupt()}, but keeps one that
		 * came from elsewhere before.
		 * @return the failure of the call, {@code null} if it succeeded or was
		 * interrupted
		 */
		private @Nullable Throwable make() {
			this.runner = Thread.currentThread();
			run();
			if (isCancelled() && !this.keptInterrupt) {
				Thread.interrupted();
			}
			return isCancelled() ? null : this.thrown;
		}

		@Override
		protected void setException(Throwable thrown) {
			this.thrown = thrown;
			super.setException(thrown);
		}

		private void interrupt() {
			Thread runner = this.runner;
			this.keptInterrupt = runner != null && !isDone() && runner.isInterrupted();
			cancel(true);
		}

		private boolean isMade() {
			return isDone() && !isCancelled();
		}

	}

}
