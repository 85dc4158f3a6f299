package io.perfstarter.support;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates daemon threads that inherit no thread locals. Their context class loader comes
 * from the thread that creates the factory or timer, or from this class, not from a
 * request. Thread-safe.
 */
public final class DaemonThreads implements ThreadFactory {

	private static final String PREFIX = "perf-starter-";

	private final String name;

	private final AtomicInteger number = new AtomicInteger();

	private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

	/**
	 * Creates a factory of numbered threads.
	 * @param name the name of the threads, between {@code perf-starter-} and their number
	 */
	public DaemonThreads(String name) {
		this.name = name;
	}

	/**
	 * Creates an executor with one thread, which starts with the first task. Cancelled
	 * tasks are removed; tasks after its shutdown are ignored.
	 * @param name the name of the thread, after {@code perf-starter-}
	 * @return the executor
	 */
	public static ScheduledExecutorService timer(String name) {
		ClassLoader classLoader = Thread.currentThread().getContextClassLoader();
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1,
				(task) -> create(name, task, classLoader), new DiscardPolicy());
		timer.setRemoveOnCancelPolicy(true);
		return timer;
	}

	/**
	 * Creates one thread, which is not started.
	 * @param name the name of the thread, after {@code perf-starter-}
	 * @param task the task
	 * @return the thread
	 */
	public static Thread create(String name, Runnable task) {
		return create(name, task, DaemonThreads.class.getClassLoader());
	}

	private static Thread create(String name, Runnable task, ClassLoader classLoader) {
		Thread thread = new Thread(null, task, PREFIX + name, 0, false);
		thread.setContextClassLoader(classLoader);
		thread.setDaemon(true);
		return thread;
	}

	@Override
	public Thread newThread(Runnable task) {
		return create(this.name + "-" + this.number.incrementAndGet(), task, this.classLoader);
	}

}
