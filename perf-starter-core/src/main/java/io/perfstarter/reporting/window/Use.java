package io.perfstarter.reporting.window;

/**
 * The cost of one statement, or of the remote calls to one target.
 *
 * @param name the shortened statement without literals, or the target without values
 * @param times the number of executions or calls
 * @param nanos the total time in nanoseconds, including fetches, without JVM pauses
 * @param longest the time of the longest execution or call, in nanoseconds
 * @param rows the number of fetched rows
 */
public record Use(String name, long times, long nanos, long longest, long rows) {

	/**
	 * Returns the mean time of an execution or call.
	 * @return the time in nanoseconds
	 */
	public double mean() {
		return (double) this.nanos / Math.max(1, this.times);
	}

}
