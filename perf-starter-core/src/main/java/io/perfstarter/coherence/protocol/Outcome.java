package io.perfstarter.coherence.protocol;

/**
 * What became of a message at a peer.
 */
public enum Outcome {

	/**
	 * The peer evicted what the message names.
	 */
	APPLIED,

	/**
	 * The peer had the message already.
	 */
	DUPLICATE,

	/**
	 * The message came back to the instance that sent it.
	 */
	SELF,

	/**
	 * The peer evicted what it knows, but not every cache that the message names.
	 */
	UNKNOWN_CACHE,

	/**
	 * The peer does not accept our signature or our clock.
	 */
	UNAUTHORIZED,

	/**
	 * The peer does not want the message for another reason.
	 */
	REFUSED,

	/**
	 * The peer has no endpoint for messages.
	 */
	ABSENT,

	/**
	 * Somebody answered who could not prove to be a peer.
	 */
	FORGED,

	/**
	 * Nobody answered in time, or the peer failed: worth another try.
	 */
	UNREACHABLE;

	/**
	 * Whether a peer that gives this outcome has read the message.
	 * @return whether the message was delivered
	 */
	public boolean delivered() {
		return this == APPLIED || this == DUPLICATE || this == UNKNOWN_CACHE;
	}

}
