package io.perfstarter.async;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Starts each task on a thread that runs nothing else meanwhile: a new virtual thread, or
 * a platform thread that is kept for reuse. A thread inherits nothing of the caller that
 * happens to start it, whose task it may not run. The concurrency limit of the executor
 * also limits the number of threads. Thread-safe.
 */
final class ExecutorThreads implements AutoCloseable {

	private static final long KEEP_ALIVE = 30;

	private final boolean virtual;

	private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

	private final List<ThreadPoolExecutor> pools = new CopyOnWriteArrayList<>();

	ExecutorThreads(boolean virtual) {
		this.virtual = virtual;
	}

	/**
	 * Returns the threads of one executor.
	 * @param prefix the prefix of their names
	 */
	Executor named(String prefix) {
		ThreadFactory created = (this.virtual) ? virtual(prefix) : platform(prefix);
		ThreadFactory threads = (task) -> {
			Thread thread = created.newThread(task);
			thread.setContextClassLoader(this.classLoader);
			return thread;
		};
		return (this.virtual) ? (task) -> threads.newThread(task).start() : pool(threads);
	}

	/**
	 * Returns whether a thread runs several tasks, one after the other.
	 */
	boolean arePooled() {
		return !this.virtual;
	}

	/**
	 * Uses reflection, because Java 17 has no virtual threads, and Spring's inherit
	 * thread locals.
	 */
	private static ThreadFactory virtual(String prefix) {
		try {
			Class<?> builder = Class.forName("java.lang.Thread$Builder$OfVirtual");
			Object threads = Thread.class.getMethod("ofVirtual").invoke(null);
			builder.getMethod("name", String.class, long.class).invoke(threads, prefix, 0);
			builder.getMethod("inheritInheritableThreadLocals", boolean.class).invoke(threads, false);
			return (ThreadFactory) builder.getMethod("factory").invoke(threads);
		}
		catch (ReflectiveOperationException ex) {
			throw new IllegalStateException("Virtual threads require Java 21", ex);
		}
	}

	private static ThreadFactory platform(String prefix) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(null, task, prefix + number.incrementAndGet(), 0, false);
			thread.setDaemon(true);
			return thread;
		};
	}

	private Executor pool(ThreadFactory threads) {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(0, Integer.MAX_VALUE, KEEP_ALIVE, TimeUnit.SECONDS,
				new SynchronousQueue<>(), threads);
		this.pools.add(pool);
		return pool;
	}

	@Override
	public void close() {
		this.pools.forEach(ThreadPoolExecutor::shutdownNow);
	}

}
