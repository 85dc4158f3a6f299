package io.perfstarter.async;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskRejectedException;

/**
 * One task of an executor and the future of its result. Thread-safe: the running thread
 * is guarded by a lock, so that an interrupt never reaches another task.
 *
 * @param <T> the type of the result
 */
final class ExecutorTask<T extends @Nullable Object> extends ExecutorFuture<T> implements Runnable {

	private static final ThreadLocal<@Nullable ExecutorTask<?>> CURRENT = new ThreadLocal<>();

	private final BoundedExecutor executor;

	private final Callable<T> work;

	private final Runnable body;

	private final long submittedAt;

	private final @Nullable Long deadline = Deadline.current();

	private final Object running = new Object();

	private @Nullable Thread runner;

	private long startedAt;

	private @Nullable Future<?> alarm;

	/**
	 * Creates a task.
	 * @param executor its executor
	 * @param work the work
	 * @param submittedAt the time of its submission, from {@link System#nanoTime()}
	 */
	ExecutorTask(BoundedExecutor executor, Callable<T> work, long submittedAt) {
		this.executor = executor;
		this.work = work;
		this.submittedAt = submittedAt;
		this.body = executor.carry(this::call);
	}

	/**
	 * Returns the task that the current thread runs.
	 */
	static @Nullable ExecutorTask<?> current() {
		return CURRENT.get();
	}

	BoundedExecutor executor() {
		return this.executor;
	}

	long submittedAt() {
		return this.submittedAt;
	}

	/**
	 * Returns the start time. Must be called by the thread that runs the task.
	 */
	long startedAt() {
		return this.startedAt;
	}

	/**
	 * Sets the timer of the run timeout.
	 */
	void alarm(Future<?> alarm) {
		this.alarm = alarm;
	}

	/**
	 * Returns the work that the caller submitted.
	 */
	Callable<T> work() {
		return this.work;
	}

	/**
	 * Returns the time at which the task expires in the queue, comparable with
	 * {@link System#nanoTime()}.
	 * @param maxWait the queue timeout in nanoseconds
	 */
	long expiresAt(long maxWait) {
		long ownLimit = this.submittedAt + maxWait;
		return (this.deadline != null && this.deadline - ownLimit < 0) ? this.deadline : ownLimit;
	}

	/**
	 * Runs the task, and on a pooled thread afterwards the tasks that get its permit.
	 */
	@Override
	public void run() {
		ExecutorTask<?> task = this;
		while (task != null) {
			task = task.runOne();
		}
	}

	private @Nullable ExecutorTask<?> runOne() {
		try {
			if (begin()) {
				perform();
			}
		}
		catch (Throwable ex) {
			completeExceptionally(ex);
		}
		return this.executor.finished();
	}

	private void perform() {
		CURRENT.set(this);
		Deadline.set(this.deadline);
		try {
			this.body.run();
			if (!isDone()) {
				completeExceptionally(new IllegalStateException("The task decorator did not run the task"));
			}
		}
		catch (Throwable ex) {
			completeExceptionally(ex);
		}
		finally {
			Deadline.set(null);
			CURRENT.remove();
			if (this.alarm != null) {
				this.alarm.cancel(false);
			}
			end();
		}
	}

	private void call() {
		if (isDone()) {
			return;
		}
		try {
			complete(this.work.call());
		}
		catch (Throwable ex) {
			this.executor.failed(this, ex);
			completeExceptionally(ex);
		}
	}

	private boolean begin() {
		synchronized (this.running) {
			if (isDone()) {
				return false;
			}
			this.runner = Thread.currentThread();
			this.startedAt = System.nanoTime();
		}
		this.executor.begun(this);
		return true;
	}

	private void end() {
		synchronized (this.running) {
			this.runner = null;
		}
		this.executor.ended(this);
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * Returns a hash of the submission time, because an identity hash is more expensive.
	 */
	@Override
	public int hashCode() {
		return Long.hashCode(this.submittedAt);
	}

	/**
	 * Cancels the task: removes it from the queue, or interrupts it if requested. A
	 * running task counts against the concurrency limit until it really ends.
	 */
	@Override
	public boolean cancel(boolean mayInterruptIfRunning) {
		boolean cancelled = super.cancel(mayInterruptIfRunning);
		if (cancelled) {
			this.executor.cancelled(this);
			if (mayInterruptIfRunning) {
				interrupt();
			}
		}
		return cancelled;
	}

	/**
	 * Ends the task after its run timeout.
	 * @return whether it was still running
	 */
	boolean timeOut(TimeoutException reason) {
		boolean first = completeExceptionally(reason);
		if (first) {
			interrupt();
		}
		return first;
	}

	private void interrupt() {
		synchronized (this.running) {
			if (this.runner != null) {
				this.runner.interrupt();
				this.executor.interrupted(this);
			}
		}
	}

	/**
	 * Fails the task without running it.
	 */
	void fail(TaskRejectedException reason) {
		completeExceptionally(reason);
		if (this.work instanceof BoundedExecutor.Executed executed && executed.task() instanceof Future<?> future) {
			future.cancel(false);
		}
	}

	/**
	 * Returns the thread that runs the task.
	 * @return the thread, {@code null} if the task does not run
	 */
	@Nullable Thread runner() {
		synchronized (this.running) {
			return this.runner;
		}
	}

	/**
	 * Releases the place of this task while it waits for another one.
	 */
	void lend() {
		this.executor.lend();
	}

	void takeBack() {
		this.executor.takeBack();
	}

}
