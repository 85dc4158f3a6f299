package io.perfstarter.sample.ticket;

/**
 * A kind of season ticket.
 *
 * @param id the id of the category
 * @param name the name that customers see
 * @param pricePerMonth the price of a month
 */
record Category(long id, String name, int pricePerMonth) {
}
