package io.perfstarter.peer;

import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor.DiscardPolicy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Creates the daemon threads for the exchange with peers. Thread-safe.
 */
public final class PeerThreads implements ThreadFactory {

	private final String name;

	private final AtomicInteger number = new AtomicInteger();

	/**
	 * Creates a factory.
	 * @param name the name of the threads, between {@code perf-starter-} and their number
	 */
	public PeerThreads(String name) {
		this.name = name;
	}

	/**
	 * Creates a thread that runs tasks later, and none after its shutdown.
	 * @param name the name of the thread, between {@code perf-starter-} and its number
	 * @return the executor
	 */
	public static ScheduledExecutorService timer(String name) {
		ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, new PeerThreads(name),
				new DiscardPolicy());
		timer.setRemoveOnCancelPolicy(true);
		return timer;
	}

	@Override
	public Thread newThread(Runnable task) {
		// Threads must not inherit thread locals or the class loader of their creator.
		Thread thread = new Thread(null, task, "perf-starter-%s-%s".formatted(this.name, this.number.incrementAndGet()),
				0, false);
		thread.setContextClassLoader(PeerThreads.class.getClassLoader());
		thread.setDaemon(true);
		return thread;
	}

}
