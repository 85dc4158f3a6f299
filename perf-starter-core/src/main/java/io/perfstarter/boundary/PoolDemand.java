package io.perfstarter.boundary;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAccumulator;

/**
 * How many threads have or want a connection of a pool. Thread-safe.
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
	 * The most at a time.
	 */
	long peak() {
		return this.peak.get();
	}

}
