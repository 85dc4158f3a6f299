package io.perfstarter.routing.connection;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Limits the fallback reads, so that a lagging replica does not overload the primary.
 * Fallback reads may use all connections while no writer waits. While they use less than
 * half of the pool, a fallback read that has waited for long no longer yields to writers.
 * Thread-safe.
 */
final class PrimaryBudget {

	private final PoolSlots slots;

	private final AtomicInteger taken = new AtomicInteger();

	/**
	 * Creates the budget.
	 * @param slots the slots of the primary's pool
	 */
	PrimaryBudget(PoolSlots slots) {
		this.slots = slots;
	}

	/**
	 * Acquires a slot for a read.
	 * @param urgent whether the read has waited for long
	 * @return whether a slot was acquired
	 */
	boolean acquire(boolean urgent) {
		if (!this.slots.tryAcquire()) {
			if (!urgent || this.taken.get() >= limit()) {
				return false;
			}
			this.slots.acquire();
		}
		this.taken.incrementAndGet();
		return true;
	}

	void release() {
		this.taken.decrementAndGet();
		this.slots.release();
	}

	int acquired() {
		return this.taken.get();
	}

	int limit() {
		return Math.max(1, this.slots.size() / 2);
	}

}
