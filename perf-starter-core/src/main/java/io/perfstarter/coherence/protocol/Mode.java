package io.perfstarter.coherence.protocol;

/**
 * The mode in which an instance serves cached entries.
 */
public enum Mode {

	/**
	 * Serves nothing: this instance has left the group.
	 */
	BYPASS,

	/**
	 * Serves only entries younger than the maximum staleness: the registration of this
	 * instance may not be propagated to all instances yet.
	 */
	JOINING,

	/**
	 * Serves all entries: the freshness watermark is within the maximum staleness.
	 */
	CERTIFIED,

	/**
	 * Serves only entries younger than the maximum staleness, because contact with a peer
	 * is lost.
	 */
	UNCERTIFIED

}
