package io.perfstarter.coherence.guard;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/**
 * The clock of load timestamps and evictions. Strictly increasing over all threads.
 * Thread-safe.
 */
final class Ticks {

	private final LongSupplier clock;

	private final AtomicLong last;

	Ticks(LongSupplier clock) {
		this.clock = clock;
		this.last = new AtomicLong(clock.getAsLong());
	}

	long next() {
		return this.last.accumulateAndGet(this.clock.getAsLong(), (last, now) -> Math.max(last + 1, now));
	}

}
