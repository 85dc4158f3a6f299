package io.perfstarter.sample.coherence;

/**
 * A ticket as an instance answered it.
 *
 * @param instance the name of the instance
 * @param id the id of the ticket
 * @param value the notes of the ticket
 * @param hit whether a cache answered
 * @param start when the request was sent, by {@link System#nanoTime()}
 */
record Read(String instance, long id, String value, boolean hit, long start) {
}
