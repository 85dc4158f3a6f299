package io.perfstarter.sample.reviews;

/**
 * A film.
 *
 * @param id the id of the film
 * @param title the title, which other films may have, too
 */
record Film(long id, String title) {
}
