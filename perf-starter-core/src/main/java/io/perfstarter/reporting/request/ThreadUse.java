package io.perfstarter.reporting.request;

/**
 * Measures the CPU time and the allocation of a request thread. Not thread-safe.
 */
final class ThreadUse {

	private final ThreadFigures figures;

	private final boolean known;

	private long cpuTime;

	private long allocated;

	private boolean ended;

	/**
	 * Starts the measurement of the calling thread.
	 * @param figures reads the figures of threads
	 */
	ThreadUse(ThreadFigures figures) {
		this.figures = figures;
		this.known = figures.areMeasured();
		this.cpuTime = this.known ? figures.cpuTime() : ThreadFigures.UNKNOWN;
		this.allocated = this.known ? figures.allocated() : ThreadFigures.UNKNOWN;
	}

	/**
	 * Ends the measurement. Must be called once, on the same thread.
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
	 * Returns the CPU time in nanoseconds, {@link ThreadFigures#UNKNOWN} if it is not
	 * measured.
	 */
	long cpuTime() {
		return known(this.cpuTime);
	}

	/**
	 * Returns the allocated bytes, {@link ThreadFigures#UNKNOWN} if they are not
	 * measured.
	 */
	long allocated() {
		return known(this.allocated);
	}

	private long known(long figure) {
		return this.ended ? figure : ThreadFigures.UNKNOWN;
	}

}
