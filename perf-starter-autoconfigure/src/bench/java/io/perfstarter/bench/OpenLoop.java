package io.perfstarter.bench;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs a task at a fixed rate, whether or not the one before was quick: what is late is
 * measured from when it was due.
 */
final class OpenLoop {

	private static final long SPIN = TimeUnit.MICROSECONDS.toNanos(100);

	private OpenLoop() {
	}

	/**
	 * Runs the task until it has run {@code count} times.
	 */
	static void run(int perSecond, int count, Task task) {
		long interval = TimeUnit.SECONDS.toNanos(1) / perSecond;
		long start = System.nanoTime();
		for (int number = 0; number < count; number++) {
			long due = start + number * interval;
			waitFor(due);
			task.run(number, due);
		}
	}

	private static void waitFor(long due) {
		long rest = due - System.nanoTime();
		while (rest > 0) {
			if (rest > SPIN) {
				LockSupport.parkNanos(rest - SPIN);
			}
			else {
				Thread.onSpinWait();
			}
			rest = due - System.nanoTime();
		}
	}

	/**
	 * What is run.
	 */
	@FunctionalInterface
	interface Task {

		void run(int number, long due);

	}

}
