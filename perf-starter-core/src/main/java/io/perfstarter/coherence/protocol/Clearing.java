package io.perfstarter.coherence.protocol;

/**
 * The reason for which all caches were cleared because missed evictions could not be
 * recovered.
 */
public enum Clearing {

	/**
	 * A peer stopped without leaving the group and may not have sent its last evictions.
	 */
	DEPARTURE,

	/**
	 * An instance without contact may have been at an address and changed data.
	 */
	UNHEARD,

	/**
	 * The log of a peer no longer contains all missed evictions.
	 */
	TRUNCATED,

	/**
	 * A peer whose evictions were missed is unreachable.
	 */
	UNREACHABLE

}
