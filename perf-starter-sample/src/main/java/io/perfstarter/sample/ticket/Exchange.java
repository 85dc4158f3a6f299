package io.perfstarter.sample.ticket;

/**
 * A car that stands in for the usual one.
 *
 * @param id the id of the exchange
 * @param carNumber the number plate of the other car
 * @param reason why it stands in
 */
record Exchange(long id, String carNumber, String reason) {
}
