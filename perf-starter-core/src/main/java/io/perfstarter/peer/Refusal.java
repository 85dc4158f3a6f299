package io.perfstarter.peer;

/**
 * The reason for which the endpoint rejects a message.
 */
public enum Refusal {

	/**
	 * The body is not a valid message.
	 */
	MALFORMED(400),

	/**
	 * The signature is missing or was not made with the shared secret.
	 */
	SIGNATURE(401),

	/**
	 * The clock of the sender differs too much.
	 */
	CLOCK(401),

	/**
	 * The HTTP method is not {@code POST}.
	 */
	METHOD(405),

	/**
	 * The message is a replay of an earlier one.
	 */
	REPLAY(409),

	/**
	 * The body is too long.
	 */
	SIZE(413),

	/**
	 * The body is not JSON.
	 */
	TYPE(415),

	/**
	 * The message was sent to the address of another instance.
	 */
	MISDIRECTED(421),

	/**
	 * The message names a cache that this instance does not have; the instance processes
	 * the rest of the message.
	 */
	UNKNOWN_CACHE(422),

	/**
	 * More messages arrived than are remembered to detect replays.
	 */
	LOAD(429),

	/**
	 * The message could not be processed.
	 */
	FAILURE(500);

	private final int status;

	Refusal(int status) {
		this.status = status;
	}

	/**
	 * Returns the HTTP status of the answer.
	 * @return the HTTP status
	 */
	public int status() {
		return this.status;
	}

}
