package io.perfstarter.async;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates the threads of one executor: virtual threads, or platform threads that are
 * daemons. A thread inherits nothing from the caller that starts it, because it also runs
 * tasks of other callers. Thread-safe.
 */
final class ExecutorThreads implements ThreadFactory {

	private final ClassLoader classLoader = Thread.currentThread().getContextClassLoader();

	private final ThreadFactory threads;

	ExecutorThreads(boolean virtual, String prefix) {
		this.threads = virtual ? virtual(prefix) : platform(prefix);
	}

	@Override
	public Thread newThread(Runnable task) {
		Thread thread = this.threads.newThread(task);
		thread.setContextClassLoader(this.classLoader);
		return thread;
	}

	/**
	 * Uses reflection, because Java 17 has no virtual threads. Spring's virtual threads
	 * would inherit thread locals.
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

}
