package io.perfstarter.sample.sidebyside;

/**
 * A read that was answered.
 *
 * @param phase when it was sent
 * @param instance the index of the instance that answered
 * @param id the id of the ticket
 * @param start when it was sent, by {@link System#nanoTime()}
 * @param nanos how long it took
 * @param version the version in the answer
 * @param hit whether the answer came from the cache
 */
record Read(Phase phase, int instance, long id, long start, long nanos, long version, boolean hit) {

}
