package io.perfstarter.reporting.window;

/**
 * What the threads of slow requests were seen to do at the moments at which somebody
 * looked at them, while nothing went on that is measured otherwise.
 *
 * @param all how often somebody looked
 * @param locked how often the thread waited for a lock that another one held
 * @param resting how often it waited for something else, and not for the network: slept,
 * joined another thread, waited to be notified
 */
public record ThreadSamples(int all, int locked, int resting) {

	/**
	 * Nobody has looked.
	 */
	public static final ThreadSamples NONE = new ThreadSamples(0, 0, 0);

	/**
	 * These and others.
	 * @param others the others
	 * @return the sums
	 */
	public ThreadSamples plus(ThreadSamples others) {
		return new ThreadSamples(this.all + others.all, this.locked + others.locked, this.resting + others.resting);
	}

}
