package io.perfstarter.routing;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Which reads may use the primary when no replica is fit: as many as it has connections
 * for while no writer waits, so that a lagging replica does not become an outage of the
 * primary. A read that has waited for long no longer gives way to writers, as long as
 * such reads have less than their share. Thread-safe.
 */
final class PrimaryBudget {

	private final int limit;

	private final Places places;

	private final AtomicInteger taken = new AtomicInteger();

	/**
	 * Takes the share.
	 * @param share from 0 to 1; more than none is at least one connection
	 * @param poolSize how many connections the primary's pool has
	 * @param places what of them is free
	 */
	PrimaryBudget(double share, int poolSize, Places places) {
		this.limit = (share > 0) ? Math.max(1, (int) (share * poolSize)) : 0;
		this.places = places;
	}

	/**
	 * Takes a place for a read.
	 * @param urgent whether it has waited for long
	 * @return whether there was one
	 */
	boolean take(boolean urgent) {
		if (this.limit == 0) {
			return false;
		}
		if (!this.places.tryTake()) {
			if (!urgent || this.taken.get() >= this.limit) {
				return false;
			}
			this.places.take();
		}
		this.taken.incrementAndGet();
		return true;
	}

	void giveBack() {
		this.taken.decrementAndGet();
		this.places.giveBack();
	}

	int taken() {
		return this.taken.get();
	}

	int limit() {
		return this.limit;
	}

}
