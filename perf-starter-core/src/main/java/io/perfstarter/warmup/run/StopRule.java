package io.perfstarter.warmup.run;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

import io.perfstarter.warmup.Outcome;

/**
 * Decides when a request was sent often enough: after a minimum number of calls, if the
 * times no longer fall and the JVM has little left to compile. Equal times before the
 * minimum are often only a temporary plateau. Not thread-safe.
 */
final class StopRule {

	/**
	 * The median of no times, such as if all calls fail. It exceeds every time.
	 */
	static final long NONE = Long.MAX_VALUE;

	private static final int LAST = 3;

	// The times count as stable if the last times exceed the best one by at most this
	// fraction.
	private static final double TOLERANCE = 0.1;

	private final int minRequests;

	private final int maxRequests;

	private final Deque<Long> last = new ArrayDeque<>();

	private int calls;

	private long best = NONE;

	StopRule(int minRequests, int maxRequests) {
		this.minRequests = minRequests;
		this.maxRequests = maxRequests;
	}

	/**
	 * Records a burst.
	 * @param calls the number of calls in the burst
	 * @param median their median time in nanoseconds
	 */
	void add(int calls, long median) {
		this.calls += calls;
		this.best = Math.min(this.best, median);
		this.last.addLast(median);
		if (this.last.size() > LAST) {
			this.last.removeFirst();
		}
	}

	/**
	 * Returns how many calls are missing to the minimum.
	 */
	int callsToFloor() {
		return Math.max(0, this.minRequests - this.calls);
	}

	/**
	 * Returns whether no more calls are needed.
	 * @param quiet whether the JIT compiler has little work
	 */
	boolean isOver(boolean quiet) {
		return this.calls >= this.maxRequests || (quiet && isStable());
	}

	/**
	 * Returns the outcome if the warm-up of this request ends now.
	 * @param quiet whether the JIT compiler has little work
	 */
	Outcome outcome(boolean quiet) {
		if (callsToFloor() > 0) {
			return Outcome.BUDGET;
		}
		return (quiet && isStable()) ? Outcome.CONVERGED : Outcome.FLOOR_ONLY;
	}

	private boolean isStable() {
		if (callsToFloor() > 0 || this.last.size() < LAST) {
			return false;
		}
		return median(this.last) <= this.best * (1 + TOLERANCE);
	}

	static long median(Collection<Long> times) {
		return times.stream().sorted().skip(times.size() / 2).findFirst().orElse(NONE);
	}

	long best() {
		return this.best;
	}

	long last() {
		return (this.last.isEmpty()) ? NONE : this.last.getLast();
	}

}
