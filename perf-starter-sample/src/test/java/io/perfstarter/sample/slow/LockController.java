package io.perfstarter.sample.slow;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Requests that wait for locks, and for what is used like them.
 */
@RestController
@RequestMapping("/locks")
class LockController {

	/** What requests read and a job writes. */
	static final ReadWriteLock LOCK = new ReentrantReadWriteLock();

	/** What requests fill and a job empties. */
	static final BlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(4);

	private final Lock lock = new ReentrantLock();

	private final Semaphore permits = new Semaphore(2);

	private final BlockingQueue<StringBuilder> parsers = new ArrayBlockingQueue<>(2, false,
			List.of(new StringBuilder(), new StringBuilder()));

	private final Map<String, Integer> prices = new ConcurrentHashMap<>();

	private final AtomicInteger classes = new AtomicInteger();

	@GetMapping("/monitor/{millis}")
	synchronized int monitor(@PathVariable int millis) {
		return sleep(millis);
	}

	@GetMapping("/reentrant/{millis}")
	int reentrant(@PathVariable int millis) {
		this.lock.lock();
		try {
			return sleep(millis);
		}
		finally {
			this.lock.unlock();
		}
	}

	@GetMapping("/read")
	int read() {
		LOCK.readLock().lock();
		try {
			return this.prices.size();
		}
		finally {
			LOCK.readLock().unlock();
		}
	}

	@GetMapping("/semaphore/{millis}")
	int semaphore(@PathVariable int millis) throws InterruptedException {
		this.permits.acquire();
		try {
			return sleep(millis);
		}
		finally {
			this.permits.release();
		}
	}

	@GetMapping("/latch/{millis}")
	int latch(@PathVariable int millis) throws InterruptedException {
		CountDownLatch latch = new CountDownLatch(1);
		CompletableFuture.delayedExecutor(millis, TimeUnit.MILLISECONDS).execute(latch::countDown);
		latch.await();
		return millis;
	}

	/** Gives up after a while, because the job ends before the requests do. */
	@GetMapping("/queue")
	boolean queue() throws InterruptedException {
		return QUEUE.offer(1, 2, TimeUnit.SECONDS);
	}

	@GetMapping("/computed/{millis}")
	int computed(@PathVariable int millis) {
		int price = this.prices.computeIfAbsent("ticket", (key) -> sleep(millis));
		this.prices.remove("ticket");
		return price;
	}

	@GetMapping("/classes/{millis}")
	boolean classes(@PathVariable int millis) {
		try {
			String name = "expressions.Expression%d_%d".formatted(millis, this.classes.getAndIncrement());
			SlowLoader.INSTANCE.loadClass(name);
			return true;
		}
		catch (ClassNotFoundException ex) {
			return false;
		}
	}

	@GetMapping("/pooled/{millis}")
	int pooled(@PathVariable int millis) throws InterruptedException {
		StringBuilder parser = this.parsers.take();
		try {
			return sleep(millis);
		}
		finally {
			this.parsers.add(parser);
		}
	}

	private static int sleep(int millis) {
		try {
			Thread.sleep(millis);
			return millis;
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Looks for classes where that takes long, one after the other.
	 */
	private static final class SlowLoader extends ClassLoader {

		private static final SlowLoader INSTANCE = new SlowLoader();

		private SlowLoader() {
			super(LockController.class.getClassLoader());
		}

		@Override
		protected Class<?> findClass(String name) throws ClassNotFoundException {
			sleep(Integer.parseInt(name.substring(name.lastIndexOf('n') + 1, name.indexOf('_'))));
			throw new ClassNotFoundException(name);
		}

	}

}
