package io.perfstarter.reporting.ledger;

/**
 * What the thread of a request uses for it. Not thread-safe.
 */
final class ThreadUse {

	private final ThreadFigures figures;

	private final boolean known;

	private long cpuTime;

	private long allocated;

	private long runQueueTime;

	private boolean ended;

	/**
	 * Begins in the calling thread.
	 * @param figures what is known of threads
	 * @param runQueueWanted whether the time in the run queue is worth what it costs to
	 * read it
	 */
	ThreadUse(ThreadFigures figures, boolean runQueueWanted) {
		this.figures = figures;
		this.known = figures.areKnown();
		this.cpuTime = this.known ? figures.cpuTime() : ThreadFigures.UNKNOWN;
		this.allocated = this.known ? figures.allocated() : ThreadFigures.UNKNOWN;
		this.runQueueTime = (this.known && runQueueWanted) ? figures.runQueueTime() : ThreadFigures.UNKNOWN;
	}

	/**
	 * Ends, in the same thread; only once.
	 */
	void end() {
		if (this.known && !this.ended) {
			this.cpuTime = since(this.cpuTime, this.figures.cpuTime());
			this.allocated = since(this.allocated, this.figures.allocated());
			if (this.runQueueTime != ThreadFigures.UNKNOWN) {
				this.runQueueTime = since(this.runQueueTime, this.figures.runQueueTime());
			}
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

	/**
	 * For how long it was ready to compute and no processor was free, in nanoseconds,
	 * {@link ThreadFigures#UNKNOWN} if nobody knows.
	 */
	long runQueueTime() {
		return known(this.runQueueTime);
	}

	private long known(long figure) {
		return this.ended ? figure : ThreadFigures.UNKNOWN;
	}

}
