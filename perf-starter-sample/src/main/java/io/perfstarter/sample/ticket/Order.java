package io.perfstarter.sample.ticket;

/**
 * A stored order.
 *
 * @param id the id of the order
 * @param categoryId the id of the category
 * @param quantity the number of tickets
 * @param state the state of processing
 */
record Order(long id, long categoryId, int quantity, OrderState state) {
}
