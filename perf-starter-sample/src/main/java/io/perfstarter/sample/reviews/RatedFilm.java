package io.perfstarter.sample.reviews;

import java.math.BigDecimal;

/**
 * A film, and what its reviewers think of it.
 *
 * @param id the id of the film
 * @param title the title
 * @param mean the mean of all ratings
 * @param reviewCount how many reviews it has
 */
record RatedFilm(long id, String title, BigDecimal mean, long reviewCount) {
}
