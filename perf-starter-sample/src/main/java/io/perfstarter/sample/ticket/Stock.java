package io.perfstarter.sample.ticket;

/**
 * The stock of a category.
 *
 * @param categoryId the id of the category
 * @param remaining the number of tickets that can still be ordered
 */
record Stock(long categoryId, long remaining) {
}
