package io.perfstarter.coherence.guard;

/**
 * The statistics of a cache since its creation. Explicit evictions are not included; the
 * eviction meters count them.
 *
 * @param hits reads that found a valid entry
 * @param misses reads that found no entry or a stale one
 * @param puts values that were stored
 * @param evictions entries replaced because the cache was full
 * @param size the current number of entries
 */
public record CacheCounts(long hits, long misses, long puts, long evictions, long size) {

}
