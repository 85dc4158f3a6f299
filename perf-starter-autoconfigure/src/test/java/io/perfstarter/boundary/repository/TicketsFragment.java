package io.perfstarter.boundary.repository;

/**
 * A repository fragment that is implemented by hand.
 */
interface TicketsFragment {

	String findByHand();

}
