package io.perfstarter.async;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Sets a deadline for the tasks that the caller submits to bounded executors: a task that
 * is still queued at the deadline is not run, and its future fails with an
 * {@link ExecutorFullException}. Tasks submitted by these tasks have the same deadline.
 * Bound to the calling thread and the tasks that it submits.
 */
public final class Deadline {

	/**
	 * The longest time limit: 73 years in nanoseconds, which can be added to
	 * {@link System#nanoTime()}.
	 */
	private static final long LONGEST = Long.MAX_VALUE / 4;

	private static final ThreadLocal<@Nullable Long> CURRENT = new ThreadLocal<>();

	private Deadline() {
	}

	/**
	 * Performs work with a deadline. An earlier deadline that is already set is kept.
	 * @param <T> the type of the result
	 * @param <X> the type of the checked exception
	 * @param time the time until the deadline
	 * @param work the work, which submits tasks to executors
	 * @return the result
	 * @throws X if the work throws it
	 */
	public static <T extends @Nullable Object, X extends Exception> T within(Duration time, Work<T, X> work) throws X {
		Long before = CURRENT.get();
		long own = System.nanoTime() + nanos(time);
		set((before != null && before - own < 0) ? before : Long.valueOf(own));
		try {
			return work.run();
		}
		finally {
			set(before);
		}
	}

	/**
	 * Returns a time limit in nanoseconds, from -73 to 73 years.
	 */
	static long nanos(Duration time) {
		return Math.max(-LONGEST, Math.min(TimeUnit.NANOSECONDS.convert(time), LONGEST));
	}

	/**
	 * Returns the deadline of the current thread, comparable with
	 * {@link System#nanoTime()}.
	 */
	static @Nullable Long current() {
		return CURRENT.get();
	}

	static void set(@Nullable Long deadline) {
		if (deadline != null) {
			CURRENT.set(deadline);
		}
		else {
			CURRENT.remove();
		}
	}

	/**
	 * Work to do within a deadline.
	 *
	 * @param <T> the type of the result
	 * @param <X> the type of the checked exception
	 */
	@FunctionalInterface
	public interface Work<T extends @Nullable Object, X extends Exception> {

		/**
		 * Performs the work.
		 * @return the result
		 * @throws X if it fails
		 */
		T run() throws X;

	}

}
