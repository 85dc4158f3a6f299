package io.perfstarter.sample.reviews;

/**
 * A review, as a client sends it.
 *
 * @param filmId the id of the film
 * @param userId the id of the reviewer
 * @param rating from 1 to 5
 */
record Review(long filmId, long userId, int rating) {
}
