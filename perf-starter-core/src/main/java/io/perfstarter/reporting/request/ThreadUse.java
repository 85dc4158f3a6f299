package io.perfstarter.reporting.request;

/**
 * Measures the CPU time and the allocation of a request thread. Not thread-safe.
 */
final class ThreadUse {

	private final ThreadFigures figures;

	private final boolean measured;

	private final long cpuTimeBefore;

	private final long allocatedBefore;

	private long cpuTime = ThreadFigures.UNKNOWN;

	private long allocated = ThreadFigures.UNKNOWN;

	/**
	 * Starts the measurement of the calling thread.
	 * @param figures reads the figures of threads
	 */
	ThreadUse(ThreadFigures figures) {
		this.figures = figures;
		this.measured = figures.areMeasured();
		this.cpuTimeBefore = this.measured ? figures.cpuTime() : ThreadFigures.UNKNOWN;
		this.allocatedBefore = this.measured ? figures.allocated() : ThreadFigures.UNKNOWN;
	}

	/**
	 * Ends the measurement. Must be called once, on the same thread.
	 */
	void end() {
		if (this.measured) {
			this.cpuTime = since(this.cpuTimeBefore, this.figures.cpuTime());
			this.allocated = since(this.allocatedBefore, this.figures.allocated());
		}
	}

	private static long since(long before, long now) {
		return (before < 0 || now < before) ? ThreadFigures.UNKNOWN : now - before;
	}

	/**
	 * Returns the CPU time in nanoseconds, {@link ThreadFigures#UNKNOWN} if it is not
	 * measured.
	 */
	long cpuTime() {
		return this.cpuTime;
	}

	/**
	 * Returns the allocated bytes, {@link ThreadFigures#UNKNOWN} if they are not
	 * measured.
	 */
	long allocated() {
		return this.allocated;
	}

}
