package io.perfstarter.coherence.protocol;

/**
 * The outcome of a message to a peer.
 */
public enum MessageOutcome {

	/**
	 * The peer applied the evictions.
	 */
	APPLIED,

	/**
	 * The peer had already applied the message.
	 */
	DUPLICATE,

	/**
	 * The message reached its own sender.
	 */
	SELF,

	/**
	 * The peer applied the evictions of the caches that it has, but not of all caches in
	 * the message.
	 */
	UNKNOWN_CACHE,

	/**
	 * The peer rejects the signature or the clock of the sender.
	 */
	UNAUTHORIZED,

	/**
	 * The peer rejects the message for another reason.
	 */
	REFUSED,

	/**
	 * The message was addressed to another instance than its receiver.
	 */
	MISDIRECTED,

	/**
	 * The peer has no endpoint for messages.
	 */
	ABSENT,

	/**
	 * The response has no valid signature.
	 */
	FORGED,

	/**
	 * The peer did not respond in time or failed; a retry may succeed.
	 */
	UNREACHABLE;

	/**
	 * Returns whether the peer has processed the message.
	 * @return whether the message was delivered
	 */
	public boolean delivered() {
		return this == APPLIED || this == DUPLICATE || this == UNKNOWN_CACHE;
	}

}
