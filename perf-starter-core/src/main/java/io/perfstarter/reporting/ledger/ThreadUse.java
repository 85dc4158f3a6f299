package io.perfstarter.reporting.ledger;

/**
 * What the thread of a request uses for it. Not thread-safe.
 */
final class ThreadUse {

	private final ThreadFigures figures;

	private final boolean known;

	private long cpuTime;

	private long allocated;

	private boolean ended;

	/**
	 * Begins in the calling thread.
	 * @param figures what is known of threads
	 */
	ThreadUse(ThreadFigures figures) {
		this.figures = figures;
		this.known = figures.areMeasured();
		this.cpuTime = this.known ? figures.cpuTime() : ThreadFigures.UNKNOWN;
		this.allocated = this.known ? figures.allocated() : ThreadFigures.UNKNOWN;
	}

	/**
	 * Ends, in the same thread; only once.
	 */
	void end() {
		if (this.known && !this.ended) {
			this.cpuTime = since(this.cpuTime, this.figures.cpuTime());
			this.allocated = since(this.allocated, this.figures.allocated());
		}
		this.ended = true;
	}

	private static long since(long before, long now) {
		return (before < 0 || now < before) ? ThreadFigures.UNKNOWN : now - before;
	}

	/**
	 * For how long it has computed, in nanoseconds, {@link ThreadFigures#UNKNOWN} if
	 * nobody knows.
	 */
	long cpuTime() {
		return known(this.cpuTime);
	}

	/**
	 * How many bytes it has allocated, {@link ThreadFigures#UNKNOWN} if nobody knows.
	 */
	long allocated() {
		return known(this.allocated);
	}

	private long known(long figure) {
		return this.ended ? figure : ThreadFigures.UNKNOWN;
	}

}
