package io.perfstarter.reporting.window;

/**
 * The figures of a cache in a period.
 *
 * @param name the name of the cache
 * @param hits the number of hits
 * @param misses the number of misses
 * @param evictions the number of entries that were replaced because the cache was full
 * @param size the number of entries at the end
 */
public record CacheWindow(String name, long hits, long misses, long evictions, long size) {

	/**
	 * Returns the hit rate.
	 * @return the rate from 0 to 1; {@link Double#NaN} without reads
	 */
	public double hitRate() {
		return (double) this.hits / (this.hits + this.misses);
	}

}
