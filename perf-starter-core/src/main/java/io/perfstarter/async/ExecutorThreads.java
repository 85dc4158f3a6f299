package io.perfstarter.async;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import org.springframework.core.task.VirtualThreadTaskExecutor;
import org.springframework.util.CustomizableThreadCreator;

/**
 * Starts each task on a thread that runs nothing else meanwhile: a new virtual thread, or
 * a platform thread that is kept for reuse. The concurrency limit of the executor also
 * limits the number of threads. Thread-safe.
 */
final class ExecutorThreads implements AutoCloseable {

	private static final long KEEP_ALIVE = 30;

	private final boolean virtual;

	private final List<ThreadPoolExecutor> pools = new CopyOnWriteArrayList<>();

	ExecutorThreads(boolean virtual) {
		this.virtual = virtual;
	}

	/**
	 * Returns the threads of one executor.
	 * @param prefix the prefix of their names
	 */
	Executor named(String prefix) {
		return (this.virtual) ? new VirtualThreadTaskExecutor(prefix) : platform(prefix);
	}

	/**
	 * Returns whether a thread runs several tasks, one after the other.
	 */
	boolean arePooled() {
		return !this.virtual;
	}

	private Executor platform(String prefix) {
		CustomizableThreadCreator creator = new CustomizableThreadCreator(prefix);
		creator.setDaemon(true);
		ThreadPoolExecutor pool = new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE, TimeUnit.SECONDS,
				new SynchronousQueue<>(), creator::createThread);
		this.pools.add(pool);
		return pool;
	}

	@Override
	public void close() {
		this.pools.forEach(ThreadPoolExecutor::shutdownNow);
	}

}
