package io.perfstarter.reporting.window;

/**
 * What a cache did in a period.
 *
 * @param name its name
 * @param hits reads that were answered
 * @param misses reads that were not
 * @param evictions entries that made room for others
 * @param size entries held at the end
 */
public record CacheWindow(String name, long hits, long misses, long evictions, long size) {

	/**
	 * How many of the reads were answered.
	 * @return from 0 to 1; {@link Double#NaN} without reads
	 */
	public double hitRate() {
		return (double) this.hits / (this.hits + this.misses);
	}

}
