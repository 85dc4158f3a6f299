package io.perfstarter.reporting.window;

/**
 * The figures of a bounded executor, or of a limiter of requests, in a period.
 *
 * @param name the name of the executor or limiter
 * @param limit the concurrency limit
 * @param active the number of places in use at the end
 * @param waiting the number of queued tasks or requests at the end
 * @param refused the number of tasks that were not run because the queue was full or
 * their deadline passed, or of rejected requests
 * @param done the number of tasks that have run, or of requests that waited before they
 * got a place
 * @param nanos the total time that these ran or waited, in nanoseconds
 * @param follows the connection pool that the limit of an executor follows, or why that
 * of a limiter has its value; empty if it is a number
 */
public record LimiterWindow(String name, int limit, int active, int waiting, long refused, long done, long nanos,
		String follows) {

	/**
	 * Returns the mean time that tasks ran or requests waited.
	 * @return the time in nanoseconds, 0 without tasks or waits
	 */
	public long mean() {
		return this.nanos / Math.max(1, this.done);
	}

	/**
	 * Returns the difference to earlier totals.
	 * @param before the earlier totals of the same executor or limiter
	 * @return what was done since then
	 */
	public LimiterWindow since(LimiterWindow before) {
		return new LimiterWindow(this.name, this.limit, this.active, this.waiting, this.refused - before.refused,
				this.done - before.done, this.nanos - before.nanos, this.follows);
	}

}
