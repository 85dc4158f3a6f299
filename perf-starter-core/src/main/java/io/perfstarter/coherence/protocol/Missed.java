package io.perfstarter.coherence.protocol;

/**
 * The reason for which evictions of a peer may have been missed and cannot be recovered.
 */
public enum Missed {

	/**
	 * A peer stopped without leaving the group and may not have sent its last evictions.
	 */
	DEPARTURE,

	/**
	 * A peer left the group, and some of its evictions did not arrive before.
	 */
	GOODBYE,

	/**
	 * An instance that was never contacted may have changed data.
	 */
	UNHEARD,

	/**
	 * The missed evictions of a peer name too many caches for one message.
	 */
	TRUNCATED,

	/**
	 * A message claimed evictions that the peer itself does not know of.
	 */
	IMPLAUSIBLE

}
