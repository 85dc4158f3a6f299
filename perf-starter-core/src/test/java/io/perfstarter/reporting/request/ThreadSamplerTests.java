package io.perfstarter.reporting.request;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import io.perfstarter.reporting.window.ThreadSamples;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Tests for {@link ThreadSampler}.
 */
class ThreadSamplerTests {

	private static final ThreadSamples LOCKED = new ThreadSamples(1, 1, 0);

	private static final ThreadSamples RESTING = new ThreadSamples(1, 0, 1);

	private volatile boolean over;

	@AfterEach
	void end() {
		this.over = true;
	}

	@Test
	void monitor() {
		Object monitor = new Object();
		synchronized (monitor) {
			assertSeen(LOCKED, () -> {
				synchronized (monitor) {
					this.over = true;
				}
			});
		}
	}

	@Test
	void lock() {
		ReentrantLock lock = new ReentrantLock();
		lock.lock();
		assertSeen(LOCKED, lock::lock);
		lock.unlock();
	}

	@Test
	void lockOfWriters() {
		ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
		lock.writeLock().lock();
		assertSeen(LOCKED, lock.readLock()::lock);
		lock.writeLock().unlock();
	}

	@Test
	void sleep() {
		assertSeen(RESTING, () -> Thread.sleep(60_000));
	}

	@Test
	void join() {
		Thread other = start(() -> Thread.sleep(60_000));
		assertSeen(RESTING, other::join);
		other.interrupt();
	}

	@Test
	void whatSomebodyElseIsToSay() {
		assertSeen(RESTING, new CountDownLatch(1)::await);
		assertSeen(RESTING, new Semaphore(0)::acquire);
		assertSeen(RESTING, new CompletableFuture<>()::get);
		assertSeen(RESTING, () -> {
			ReentrantLock lock = new ReentrantLock();
			lock.lock();
			lock.newCondition().await();
		});
	}

	@Test
	void computing() {
		assertSeen(new ThreadSamples(1, 0, 0), () -> {
			while (!this.over) {
				Thread.onSpinWait();
			}
		});
	}

	private static void assertSeen(ThreadSamples samples, Work work) {
		Thread thread = start(work);
		await().untilAsserted(() -> assertThat(ThreadSampler.at(thread)).isEqualTo(samples));
		thread.interrupt();
		LockSupport.unpark(thread);
	}

	private static Thread start(Work work) {
		Thread thread = new Thread(() -> {
			try {
				work.run();
			}
			catch (Exception ex) {
				Thread.currentThread().interrupt();
			}
		});
		thread.setDaemon(true);
		thread.start();
		return thread;
	}

	/**
	 * What a thread does.
	 */
	private interface Work {

		void run() throws Exception;

	}

}
