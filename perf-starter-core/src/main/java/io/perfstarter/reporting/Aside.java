package io.perfstarter.reporting;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Does what may hang, such as asking a database, in a daemon thread that is there only
 * meanwhile. One thing at a time.
 */
final class Aside implements AutoCloseable {

	private final ThreadPoolExecutor executor = new ThreadPoolExecutor(0, 1, 0, TimeUnit.SECONDS,
			new SynchronousQueue<>(), (task) -> {
				Thread thread = new Thread(task, "perf-starter-reporting-aside");
				thread.setDaemon(true);
				return thread;
			});

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
		Future<@Nullable T> future;
		try {
			future = this.executor.submit(work::get);
		}
		catch (RejectedExecutionException ex) {
			return null;
		}
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

	@Override
	public void close() {
		this.executor.shutdownNow();
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
