package io.perfstarter.async;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * Sets the time until which the caller wants the results of the tasks that it submits to
 * bounded executors; a task that is still queued then is not started. Tasks that a task
 * submits have the deadline of the first caller. Confined to the calling thread and the
 * tasks that it submits.
 */
public final class Deadline {

	private static final ThreadLocal<@Nullable Long> CURRENT = new ThreadLocal<>();

	private Deadline() {
	}

	/**
	 * Does something of which the results are wanted within a time. An earlier deadline
	 * that is set already stays.
	 * @param <T> what comes of it
	 * @param <X> what it throws
	 * @param time how long
	 * @param work what submits tasks to executors
	 * @return what comes of it
	 * @throws X if the work does
	 */
	public static <T extends @Nullable Object, X extends Exception> T within(Duration time, Work<T, X> work) throws X {
		Long before = CURRENT.get();
		long own = System.nanoTime() + time.toNanos();
		set((before != null && before - own < 0) ? before : Long.valueOf(own));
		try {
			return work.run();
		}
		finally {
			set(before);
		}
	}

	/**
	 * That of the calling thread, by {@link System#nanoTime()}.
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
	 * @param <T> what comes of it
	 * @param <X> what it throws
	 */
	@FunctionalInterface
	public interface Work<T extends @Nullable Object, X extends Exception> {

		/**
		 * Does it.
		 * @return what comes of it
		 * @throws X if it fails
		 */
		T run() throws X;

	}

}
