package io.perfstarter.reporting.window;

/**
 * The figures of a bounded executor, or of a request limiter, in a period.
 *
 * @param name the name of the executor or limiter
 * @param limit the concurrency limit
 * @param active the number of places in use at the end
 * @param waiting the number of queued tasks or requests at the end
 * @param refused the number of rejected requests, or of tasks that did not run because
 * the queue was full or their deadline had passed
 * @param done the number of tasks that have run, or of requests that got a place after a
 * wait
 * @param nanos the total time that these tasks ran or requests waited, in nanoseconds
 * @param follows the connection pool that sets the limit of an executor, or the reason
 * for the limit of a request limiter; empty for a configured number
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

	boolean isIdle() {
		return this.done == 0 && this.waiting == 0 && this.refused == 0;
	}

	/**
	 * Returns these totals minus earlier ones.
	 * @param before the earlier totals of the same executor or limiter
	 * @return the figures since then
	 */
	public LimiterWindow since(LimiterWindow before) {
		return new LimiterWindow(this.name, this.limit, this.active, this.waiting, this.refused - before.refused,
				this.done - before.done, this.nanos - before.nanos, this.follows);
	}

}
