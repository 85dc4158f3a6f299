package io.perfstarter.async;

import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Ends tasks that have waited for too long, with one timer for all of an executor, which
 * runs only while there are any. Thread-safe without a lock: a timer too many finds
 * nothing.
 */
final class Expiry {

	private static final long RESOLUTION = TimeUnit.MILLISECONDS.toNanos(10);

	private static final long NEVER = Long.MAX_VALUE;

	private final Permits permits;

	private final Permits.Room room;

	private final long maxWait;

	private final ScheduledExecutorService timer;

	private final LongSupplier clock;

	private final Consumer<ExecutorTask<?>> expired;

	// When the timer runs next, counted from the beginning, so that it is never negative.
	private final AtomicLong nextAt = new AtomicLong(NEVER);

	private final long beganAt;

	/**
	 * Takes who waits where.
	 * @param maxWait for how long at most, in nanoseconds
	 * @param timer to be asked for one call at a time
	 * @param clock {@link System#nanoTime()}
	 * @param expired told of each task that was taken out
	 */
	Expiry(Permits permits, Permits.Room room, long maxWait, ScheduledExecutorService timer, LongSupplier clock,
			Consumer<ExecutorTask<?>> expired) {
		this.permits = permits;
		this.room = room;
		this.maxWait = maxWait;
		this.timer = timer;
		this.clock = clock;
		this.expired = expired;
		this.beganAt = clock.getAsLong();
	}

	boolean isOver(ExecutorTask<?> task) {
		return task.expiresAt(this.maxWait) - this.clock.getAsLong() <= 0;
	}

	/**
	 * A task waits now.
	 */
	void expect(ExecutorTask<?> task) {
		schedule(task.expiresAt(this.maxWait) - this.beganAt);
	}

	private void schedule(long at) {
		long planned = this.nextAt.get();
		if (at < planned - RESOLUTION && this.nextAt.compareAndSet(planned, at)) {
			long delay = Math.max(RESOLUTION, at - now());
			try {
				this.timer.schedule(this::lookAround, delay, TimeUnit.NANOSECONDS);
			}
			catch (RejectedExecutionException ex) {
				// The executors are closed, and take care of all that wait.
			}
		}
	}

	private void lookAround() {
		this.nextAt.set(NEVER);
		long now = this.clock.getAsLong();
		long[] next = { NEVER };
		List<ExecutorTask<?>> over = this.permits.remove(this.room, (task) -> {
			long expiresAt = task.expiresAt(this.maxWait);
			if (expiresAt - now > 0) {
				next[0] = Math.min(next[0], expiresAt - this.beganAt);
			}
			return expiresAt - now <= 0;
		});
		over.forEach(this.expired);
		if (next[0] != NEVER) {
			schedule(next[0]);
		}
	}

	private long now() {
		return this.clock.getAsLong() - this.beganAt;
	}

}
