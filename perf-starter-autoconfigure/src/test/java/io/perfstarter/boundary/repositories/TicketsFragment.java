package io.perfstarter.boundary.repositories;

/**
 * A repository fragment that is implemented by hand.
 */
interface TicketsFragment {

	String findByHand();

}
