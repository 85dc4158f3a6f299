package io.perfstarter.sample.reviews;

import java.math.BigDecimal;

/**
 * A film with its rating.
 *
 * @param id the id of the film
 * @param title the title
 * @param mean the mean of all ratings
 * @param reviewCount the number of reviews
 */
record RatedFilm(long id, String title, BigDecimal mean, long reviewCount) {
}
