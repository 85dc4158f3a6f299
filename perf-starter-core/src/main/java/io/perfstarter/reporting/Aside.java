package io.perfstarter.reporting;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Does what may hang, such as asking a database, in a daemon thread that is there only
 * meanwhile. One thing at a time, for one caller; it may be closed by others.
 */
final class Aside implements AutoCloseable {

	private volatile @Nullable Thread thread;

	private final Runnable beat;

	private final Duration pause;

	/**
	 * Takes what is not to be neglected.
	 * @param beat what the caller does meanwhile, again and again
	 * @param pause the time between two beats
	 */
	Aside(Runnable beat, Duration pause) {
		this.beat = beat;
		this.pause = pause;
	}

	/**
	 * Waits for a piece of work.
	 * @param work what to do
	 * @param patience for how long its result is of use
	 * @return the result, {@code null} if it has none in time, or if something else hangs
	 * still
	 * @throws ExecutionException if it fails
	 * @throws InterruptedException if the caller is to end
	 */
	<T> @Nullable T await(Work<T> work, Duration patience) throws ExecutionException, InterruptedException {
		if (hangs()) {
			return null;
		}
		FutureTask<@Nullable T> future = new FutureTask<>(work::get);
		Thread thread = new Thread(future, "perf-starter-reporting-aside");
		thread.setDaemon(true);
		thread.start();
		this.thread = thread;
		long until = System.nanoTime() + patience.toNanos();
		while (System.nanoTime() - until < 0) {
			try {
				return future.get(this.pause.toNanos(), TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				this.beat.run();
			}
		}
		future.cancel(true);
		return null;
	}

	/**
	 * A thread whose result is there takes a moment to end.
	 */
	private boolean hangs() throws InterruptedException {
		Thread thread = this.thread;
		if (thread == null) {
			return false;
		}
		TimeUnit.NANOSECONDS.timedJoin(thread, this.pause.toNanos());
		return thread.isAlive();
	}

	@Override
	public void close() {
		Thread thread = this.thread;
		if (thread != null) {
			thread.interrupt();
		}
	}

	/**
	 * What may take long.
	 *
	 * @param <T> what it gives
	 */
	@FunctionalInterface
	interface Work<T> {

		/**
		 * Does it.
		 * @return the result, if there is one
		 * @throws Exception if it fails
		 */
		@Nullable T get() throws Exception;

	}

}
