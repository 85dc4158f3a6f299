package io.perfstarter.reporting.window;

/**
 * The samples of the threads of slow requests, taken while no measured component was
 * open.
 *
 * @param all the number of samples
 * @param locked the number of samples that show a wait for a lock held by another thread
 * @param resting the number of samples that show another wait, except for network I/O:
 * sleep, join, or a wait for a notification
 */
public record ThreadSamples(int all, int locked, int resting) {

	/**
	 * The value without samples.
	 */
	public static final ThreadSamples NONE = new ThreadSamples(0, 0, 0);

	/**
	 * Adds other samples.
	 * @param others the other samples
	 * @return the sums
	 */
	public ThreadSamples plus(ThreadSamples others) {
		return new ThreadSamples(this.all + others.all, this.locked + others.locked, this.resting + others.resting);
	}

}
