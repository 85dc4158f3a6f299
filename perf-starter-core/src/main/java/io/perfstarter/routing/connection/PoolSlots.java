package io.perfstarter.routing.connection;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/**
 * Counts the used slots of a connection pool: borrowed connections, and callers that wait
 * inside the pool. Thread-safe.
 */
final class PoolSlots {

	private final IntSupplier size;

	private final Runnable freed;

	private final AtomicInteger wanted = new AtomicInteger();

	/**
	 * Creates slots that are all free.
	 * @param size returns the maximum size of the pool
	 * @param freed called for each slot that is released
	 */
	PoolSlots(IntSupplier size, Runnable freed) {
		this.size = size;
		this.freed = freed;
	}

	/**
	 * Returns the maximum size of the pool.
	 */
	int size() {
		return this.size.getAsInt();
	}

	/**
	 * Returns whether a slot is free for one more caller.
	 */
	boolean isFree() {
		return this.wanted.get() < size();
	}

	/**
	 * Acquires a slot if one is free.
	 */
	boolean tryAcquire() {
		int size = size();
		return this.wanted.getAndUpdate((wanted) -> (wanted < size) ? wanted + 1 : wanted) < size;
	}

	/**
	 * Acquires a slot, even beyond the size of the pool. Beyond it, the caller waits
	 * inside the pool.
	 */
	void acquire() {
		this.wanted.incrementAndGet();
	}

	void release() {
		this.wanted.decrementAndGet();
		this.freed.run();
	}

	int acquired() {
		return this.wanted.get();
	}

}
