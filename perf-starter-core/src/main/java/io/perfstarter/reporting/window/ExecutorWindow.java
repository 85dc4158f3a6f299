package io.perfstarter.reporting.window;

/**
 * The figures of an executor in a period.
 *
 * @param name the name of the executor
 * @param permits the concurrency limit
 * @param active the number of running tasks at the end
 * @param waiting the number of queued tasks at the end
 * @param lost the number of tasks that were not run because the queue was full or their
 * deadline passed
 * @param ended the number of tasks that have run
 * @param ran the total time that these ran, in nanoseconds
 * @param pool the connection pool that the limit follows, empty if it is a number
 */
public record ExecutorWindow(String name, int permits, int active, int waiting, long lost, long ended, long ran,
		String pool) {

	/**
	 * Returns the mean run time of the tasks that have run.
	 * @return the time in nanoseconds, 0 if none has
	 */
	public long meanRun() {
		return this.ran / Math.max(1, this.ended);
	}

}
