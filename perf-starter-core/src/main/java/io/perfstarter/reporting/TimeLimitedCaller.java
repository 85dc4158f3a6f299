package io.perfstarter.reporting;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import io.perfstarter.support.DaemonThreads;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Runs calls that may hang, such as database queries, in a temporary daemon thread with a
 * time limit. One caller runs one call at a time; any thread may close it.
 */
final class TimeLimitedCaller implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(TimeLimitedCaller.class);

	private volatile @Nullable Thread thread;

	private final Runnable beat;

	private final Duration pause;

	/**
	 * Creates a caller.
	 * @param beat the work that the calling thread repeats while it waits
	 * @param pause the time between two repetitions
	 */
	TimeLimitedCaller(Runnable beat, Duration pause) {
		this.beat = beat;
		this.pause = pause;
	}

	/**
	 * Runs a call and waits for its result.
	 * @param <T> the type of the result
	 * @param work the call
	 * @param patience the time limit
	 * @return the result; {@code null} if there is none, if the call fails, if the time
	 * limit has expired, or if an earlier call still hangs
	 * @throws InterruptedException if the waiting thread is interrupted
	 */
	<T> @Nullable T await(Callable<T> work, Duration patience) throws InterruptedException {
		if (hangs()) {
			return null;
		}
		FutureTask<T> future = new FutureTask<>(work);
		Thread thread = DaemonThreads.create("reporting-call", future);
		// The calls use beans of the application, which may need its class loader.
		thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
		this.thread = thread;
		thread.start();
		long until = System.nanoTime() + patience.toNanos();
		while (System.nanoTime() - until < 0) {
			try {
				return future.get(this.pause.toNanos(), TimeUnit.NANOSECONDS);
			}
			catch (TimeoutException ex) {
				this.beat.run();
			}
			catch (ExecutionException ex) {
				logger.debug("Could not query the database or service discovery", ex.getCause());
				return null;
			}
		}
		future.cancel(true);
		return null;
	}

	/**
	 * Returns whether the previous call still hangs. Waits a moment, because a thread
	 * ends a little after its result is available.
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

}
