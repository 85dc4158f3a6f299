package io.perfstarter.async;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;

import org.springframework.core.task.VirtualThreadTaskExecutor;

/**
 * As many threads as there are permits, each new, virtual where that is possible: an
 * executor without all the rest.
 */
final class PageTestExecutor implements Predicate<Runnable> {

	final Semaphore permits;

	final AtomicInteger asked = new AtomicInteger();

	final AtomicInteger leftInterrupted = new AtomicInteger();

	final Queue<Future<?>> tasks = new ConcurrentLinkedQueue<>();

	private final int size;

	private final Executor threads = (Runtime.version().feature() >= 21) ? new VirtualThreadTaskExecutor("helper-")
			: (task) -> new Thread(task, "helper").start();

	PageTestExecutor(int permits) {
		this.size = permits;
		this.permits = new Semaphore(permits);
	}

	@Override
	public boolean test(Runnable task) {
		this.asked.incrementAndGet();
		if (!this.permits.tryAcquire()) {
			return false;
		}
		FutureTask<?> future = new FutureTask<>(() -> {
			task.run();
			if (Thread.currentThread().isInterrupted()) {
				this.leftInterrupted.incrementAndGet();
			}
		}, null);
		this.tasks.add(future);
		this.threads.execute(() -> {
			try {
				future.run();
			}
			finally {
				this.tasks.remove(future);
				this.permits.release();
			}
		});
		return true;
	}

	boolean isIdle() {
		return this.permits.availablePermits() == this.size;
	}

}
