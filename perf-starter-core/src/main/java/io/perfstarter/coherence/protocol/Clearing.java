package io.perfstarter.coherence.protocol;

/**
 * Why all caches were cleared, for want of knowing what of them is stale.
 */
public enum Clearing {

	/**
	 * A peer is gone without a goodbye, and may not have told its last changes.
	 */
	DEPARTURE,

	/**
	 * Somebody who was never heard may have been at an address, and may have changed
	 * things.
	 */
	UNHEARD,

	/**
	 * A peer does not remember all that was missed.
	 */
	TRUNCATED,

	/**
	 * A peer that something was missed of cannot be asked.
	 */
	UNREACHABLE

}
