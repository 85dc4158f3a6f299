package io.perfstarter.coherence.cache;

/**
 * What a cache has done since it was created; evicting by name is not counted here, it is
 * counted where it is asked for.
 *
 * @param hits reads that were answered
 * @param misses reads that were not, for want of an entry or because the entry was stale
 * @param puts values that were stored
 * @param evictions entries that made room for others
 * @param size entries held now
 */
public record CacheCounts(long hits, long misses, long puts, long evictions, long size) {

}
