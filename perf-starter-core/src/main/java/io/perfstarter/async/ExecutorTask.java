package io.perfstarter.async;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskRejectedException;

/**
 * One task of an executor, and what comes of it. Thread-safe: who runs it is guarded by a
 * lock of its own, so that an interrupt reaches it, or nobody.
 *
 * @param <T> what comes of it
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
	 * Takes what is to be done.
	 * @param executor where
	 * @param work what
	 * @param submittedAt when it was submitted, by {@link System#nanoTime()}
	 */
	ExecutorTask(BoundedExecutor executor, Callable<T> work, long submittedAt) {
		this.executor = executor;
		this.work = work;
		this.submittedAt = submittedAt;
		this.body = executor.carry(this::call);
	}

	/**
	 * The task that the calling thread runs.
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
	 * When it began; to be asked by the thread that runs it.
	 */
	long startedAt() {
		return this.startedAt;
	}

	/**
	 * Takes what ends it when it has run for too long.
	 */
	void alarm(@Nullable Future<?> alarm) {
		this.alarm = alarm;
	}

	/**
	 * What the caller has handed over.
	 */
	Callable<T> work() {
		return this.work;
	}

	/**
	 * Until when it may wait, by {@link System#nanoTime()}.
	 * @param maxWait for how long at most, in nanoseconds
	 */
	long expiresAt(long maxWait) {
		long ownLimit = this.submittedAt + maxWait;
		return (this.deadline != null && this.deadline - ownLimit < 0) ? this.deadline : ownLimit;
	}

	@Override
	public void run() {
		try {
			if (begin()) {
				perform();
			}
		}
		finally {
			this.executor.finished();
		}
	}

	private void perform() {
		CURRENT.set(this);
		Deadline.set(this.deadline);
		try {
			this.body.run();
			if (!isDone()) {
				completeExceptionally(new IllegalStateException("A task decorator has not run the task"));
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
	 * Its time, because an identity hash costs more than all else that is done with it.
	 */
	@Override
	public int hashCode() {
		return Long.hashCode(this.submittedAt);
	}

	/**
	 * Ends it: what waits is taken out of the room, and what runs is interrupted, if that
	 * is wanted. Its permit comes back when it has really ended.
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
	 * It has run for too long.
	 * @return whether it had not ended
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
	 * It will not be run.
	 */
	void fail(TaskRejectedException reason) {
		completeExceptionally(reason);
		if (this.work instanceof BoundedExecutor.Executed executed && executed.task() instanceof Future<?> future) {
			future.cancel(false);
		}
	}

	/**
	 * Who runs it.
	 * @return {@code null} if nobody does
	 */
	@Nullable Thread runner() {
		synchronized (this.running) {
			return this.runner;
		}
	}

	/**
	 * Lets others run while this one waits for something.
	 */
	void lend() {
		this.executor.lend();
	}

	void takeBack() {
		this.executor.takeBack();
	}

}
