package io.perfstarter.async;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import org.springframework.core.task.TaskRejectedException;

/**
 * One task of a lane, and what comes of it. Thread-safe: who runs it is guarded by a lock
 * of its own, so that an interrupt reaches it, or nobody.
 *
 * @param <T> what comes of it
 */
final class LaneTask<T extends @Nullable Object> extends LaneFuture<T> implements Runnable {

	private static final ThreadLocal<@Nullable LaneTask<?>> CURRENT = new ThreadLocal<>();

	private final Lane lane;

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
	 * @param lane where
	 * @param work what
	 * @param submittedAt when it was submitted, by {@link System#nanoTime()}
	 */
	LaneTask(Lane lane, Callable<T> work, long submittedAt) {
		this.lane = lane;
		this.work = work;
		this.submittedAt = submittedAt;
		this.body = lane.carry(this::call);
	}

	/**
	 * The task that the calling thread runs.
	 */
	static @Nullable LaneTask<?> current() {
		return CURRENT.get();
	}

	Lane lane() {
		return this.lane;
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
			this.lane.finished();
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
			this.lane.failed(this, ex);
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
		this.lane.begun(this);
		return true;
	}

	private void end() {
		synchronized (this.running) {
			this.runner = null;
		}
		this.lane.ended(this);
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
			this.lane.cancelled(this);
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
				this.lane.interrupted(this);
			}
		}
	}

	/**
	 * It will not be run.
	 */
	void fail(TaskRejectedException reason) {
		completeExceptionally(reason);
		if (this.work instanceof Lane.Executed executed && executed.task() instanceof Future<?> future) {
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
		this.lane.lend();
	}

	void takeBack() {
		this.lane.takeBack();
	}

}
