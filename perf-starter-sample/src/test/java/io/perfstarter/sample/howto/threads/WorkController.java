package io.perfstarter.sample.howto.threads;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Computes a little and waits a little, as requests do, or waits until the test lets it
 * go on.
 */
@RestController
class WorkController {

	private static final long COMPUTED = TimeUnit.MICROSECONDS.toNanos(500);

	private final AtomicInteger held = new AtomicInteger();

	private final Semaphore released = new Semaphore(0);

	@GetMapping("/work")
	String work() throws InterruptedException {
		long begin = System.nanoTime();
		long sum = 0;
		while (System.nanoTime() - begin < COMPUTED) {
			sum++;
		}
		TimeUnit.MILLISECONDS.sleep(2);
		return Long.toString(sum);
	}

	@GetMapping("/held")
	String held() throws InterruptedException {
		this.held.incrementAndGet();
		this.released.acquire();
		return Thread.currentThread().toString();
	}

	int heldRequests() {
		return this.held.get();
	}

	void release(int requests) {
		this.released.release(requests);
	}

}
