package io.perfstarter.sample.ticket;

/**
 * A replacement car.
 *
 * @param id the id of the exchange
 * @param carNumber the number plate of the other car
 * @param reason the reason for the replacement
 */
record Exchange(long id, String carNumber, String reason) {
}
