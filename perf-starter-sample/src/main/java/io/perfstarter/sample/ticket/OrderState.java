package io.perfstarter.sample.ticket;

/**
 * The states of an order.
 */
enum OrderState {

	/** The tickets are in a cart, and nobody has ordered them yet. */
	CART,

	/** The order is stored, and the stock is not updated yet. */
	ACCEPTED,

	/** The tickets of the order were taken from the stock. */
	DONE,

	/**
	 * The order was rejected, because the stock was too small or the queue of the
	 * executor was full.
	 */
	REFUSED

}
