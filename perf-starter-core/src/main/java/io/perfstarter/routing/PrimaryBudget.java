package io.perfstarter.routing;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * How many connections of the primary reads may take at once when no replica is fit, so
 * that a lagging replica does not become an outage of the primary. Thread-safe.
 */
final class PrimaryBudget {

	private final int limit;

	private final AtomicInteger taken = new AtomicInteger();

	/**
	 * Takes the share.
	 * @param share from 0 to 1; more than none is at least one connection
	 */
	PrimaryBudget(double share, int poolSize) {
		this.limit = (share > 0) ? Math.max(1, (int) (share * poolSize)) : 0;
	}

	boolean take() {
		if (this.taken.incrementAndGet() <= this.limit) {
			return true;
		}
		this.taken.decrementAndGet();
		return false;
	}

	void giveBack() {
		this.taken.decrementAndGet();
	}

	int taken() {
		return Math.min(this.taken.get(), this.limit);
	}

	int limit() {
		return this.limit;
	}

}
