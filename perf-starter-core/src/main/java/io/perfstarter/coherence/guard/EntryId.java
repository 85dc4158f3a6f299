package io.perfstarter.coherence.guard;

/**
 * Identifies an entry among all caches.
 *
 * @param store the store of its cache
 * @param key its key
 */
record EntryId(GuardedStore store, Object key) {

}
