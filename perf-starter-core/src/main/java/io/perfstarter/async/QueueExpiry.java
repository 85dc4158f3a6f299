package io.perfstarter.async;

import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Expires tasks that exceed the queue timeout. Uses one timer per executor, which runs
 * only while tasks are queued. Thread-safe without a lock: a surplus timer run finds
 * nothing to expire.
 */
final class QueueExpiry {

	private static final long RESOLUTION = TimeUnit.MILLISECONDS.toNanos(10);

	private static final long NEVER = Long.MAX_VALUE;

	private final ConcurrencyLimit permits;

	private final TaskQueue queue;

	private final long maxWait;

	private final ScheduledExecutorService timer;

	private final LongSupplier clock;

	private final Consumer<ExecutorTask<?>> expired;

	// The time of the next timer run, relative to the creation, so that it is never
	// negative.
	private final AtomicLong nextAt = new AtomicLong(NEVER);

	private final long beganAt;

	/**
	 * Creates an expiry.
	 * @param maxWait the queue timeout in nanoseconds
	 * @param timer schedules one run at a time
	 * @param clock a monotonic clock in nanoseconds
	 * @param expired receives each expired task
	 */
	QueueExpiry(ConcurrencyLimit permits, TaskQueue queue, long maxWait, ScheduledExecutorService timer,
			LongSupplier clock, Consumer<ExecutorTask<?>> expired) {
		this.permits = permits;
		this.queue = queue;
		this.maxWait = maxWait;
		this.timer = timer;
		this.clock = clock;
		this.expired = expired;
		this.beganAt = clock.getAsLong();
	}

	boolean isOver(ExecutorTask<?> task) {
		return !task.isPromised() && expiresAt(task) - this.clock.getAsLong() <= 0;
	}

	/**
	 * Called when a task was queued.
	 */
	void expect(ExecutorTask<?> task) {
		if (!task.isPromised()) {
			schedule(expiresAt(task) - this.beganAt);
		}
	}

	private void schedule(long at) {
		long planned = this.nextAt.get();
		if (at < planned - RESOLUTION && this.nextAt.compareAndSet(planned, at)) {
			long delay = Math.max(RESOLUTION, at - now());
			this.timer.schedule(this::lookAround, delay, TimeUnit.NANOSECONDS);
		}
	}

	private void lookAround() {
		this.nextAt.set(NEVER);
		long now = this.clock.getAsLong();
		long[] next = { NEVER };
		List<ExecutorTask<?>> over = this.permits.removeAll(this.queue, (task) -> {
			if (task.isPromised()) {
				return false;
			}
			long expiresAt = expiresAt(task);
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

	private long expiresAt(ExecutorTask<?> task) {
		return task.enteredAt() + this.maxWait;
	}

	private long now() {
		return this.clock.getAsLong() - this.beganAt;
	}

}
