package io.perfstarter.sample.orders;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.beans.factory.DisposableBean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * Answers how full the heap was, and begins anew.
 */
@RestController
class HeapController implements DisposableBean {

	private static final long PERIOD = TimeUnit.MILLISECONDS.toNanos(20);

	private final Thread sampler = new Thread(this::sample, "heap-sampler");

	private volatile long peak;

	private volatile boolean stopped;

	HeapController() {
		this.sampler.setDaemon(true);
		this.sampler.start();
	}

	@GetMapping("/heap")
	Heap heap() {
		Heap heap = new Heap(this.peak >> 20,
				ManagementFactory.getGarbageCollectorMXBeans()
					.stream()
					.mapToLong(GarbageCollectorMXBean::getCollectionTime)
					.sum());
		System.gc();
		this.peak = 0;
		return heap;
	}

	private void sample() {
		while (!this.stopped) {
			this.peak = Math.max(this.peak, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
			LockSupport.parkNanos(PERIOD);
		}
	}

	@Override
	public void destroy() {
		this.stopped = true;
	}

	/**
	 * How full the heap was.
	 *
	 * @param megabytes the most that was in use
	 * @param collectionMillis how long collections have taken since the start
	 */
	record Heap(long megabytes, long collectionMillis) {
	}

}
