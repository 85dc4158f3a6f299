package io.perfstarter.sample.ticket;

/**
 * How many tickets of a category can still be ordered.
 *
 * @param categoryId the id of the category
 * @param remaining the number of tickets
 */
record Stock(long categoryId, long remaining) {
}
