package io.perfstarter.boundary.connection;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * Counts the threads that hold or request a connection of a pool. Thread-safe.
 */
final class PoolDemand {

	private final AtomicInteger now = new AtomicInteger();

	private final LongAccumulator peak = new LongAccumulator(Math::max, 0);

	void requested() {
		this.peak.accumulate(this.now.incrementAndGet());
	}

	void over() {
		this.now.decrementAndGet();
	}

	/**
	 * Returns the highest number so far.
	 */
	long peak() {
		return this.peak.get();
	}

}
