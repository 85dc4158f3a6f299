package io.perfstarter.boundary.repository;

/**
 * A part of a repository that is written by hand.
 */
interface TicketsFragment {

	String findByHand();

}
