package io.perfstarter.sample.reviews;

/**
 * A film.
 *
 * @param id the id of the film
 * @param title the title, which is not unique
 */
record Film(long id, String title) {
}
