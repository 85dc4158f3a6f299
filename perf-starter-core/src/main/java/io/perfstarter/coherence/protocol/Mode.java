package io.perfstarter.coherence.protocol;

/**
 * What an instance may serve from its caches.
 */
public enum Mode {

	/**
	 * Nothing: the peers have not been asked yet, or are not heard any more.
	 */
	BYPASS,

	/**
	 * Copies younger than the bound: this instance is registered for so short a time that
	 * the registry may not have told everybody of each other yet.
	 */
	JOINING,

	/**
	 * Everything: all that happened up to a moment within the bound was heard.
	 */
	CERTIFIED,

	/**
	 * Copies younger than the bound, for want of word from a peer.
	 */
	UNCERTIFIED

}
