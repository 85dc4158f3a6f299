package io.perfstarter.sample.ticket;

/**
 * An order of new tickets, as stored.
 *
 * @param id the id of the order
 * @param categoryId the id of the category
 * @param quantity the number of tickets
 * @param state how far it has come
 */
record Order(long id, long categoryId, int quantity, OrderState state) {
}
