package io.perfstarter.warmup;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * When a call has been made often enough: a floor, below which no times are trusted,
 * because two equal ones in a row are often a false plateau; above it, the times no
 * longer fall and the JVM has little left to compile. Not thread-safe.
 */
final class StopRule {

	private static final int LAST = 3;

	private final int minRequests;

	private final int maxRequests;

	private final double stabilityTolerance;

	private final Deque<Long> last = new ArrayDeque<>();

	private int calls;

	private long best = Long.MAX_VALUE;

	StopRule(int minRequests, int maxRequests, double stabilityTolerance) {
		this.minRequests = minRequests;
		this.maxRequests = maxRequests;
		this.stabilityTolerance = stabilityTolerance;
	}

	/**
	 * Takes what a burst has shown.
	 * @param calls how many calls it had
	 * @param median their median time
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
	 * How many calls are left until the floor is reached.
	 */
	int callsToFloor() {
		return Math.max(0, this.minRequests - this.calls);
	}

	/**
	 * Whether no more calls are needed.
	 * @param quiet whether the JVM compiles little
	 */
	boolean isOver(boolean quiet) {
		return this.calls >= this.maxRequests || (quiet && isStable());
	}

	/**
	 * What to call it if it ends now.
	 * @param quiet whether the JVM compiles little
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
		long median = this.last.stream().sorted().skip(LAST / 2).findFirst().orElseThrow();
		return median <= this.best * (1 + this.stabilityTolerance);
	}

}
