package io.perfstarter.sample.ticket;

/**
 * How far an order has come.
 */
enum OrderState {

	/** Stored; its tickets are still in the stock. */
	ACCEPTED,

	/** Its tickets are taken from the stock. */
	DONE,

	/** It got no tickets: the stock or the executor had no room for it. */
	REFUSED

}
