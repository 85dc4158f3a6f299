package io.perfstarter.coherence.transport;

import java.util.Locale;

/**
 * Why the endpoint turns a message away.
 */
public enum Refusal {

	/**
	 * The body is not read as a message.
	 */
	MALFORMED(400),

	/**
	 * The signature is missing or not made with our secret.
	 */
	SIGNATURE(401),

	/**
	 * The sender's clock differs too much from ours.
	 */
	CLOCK(401),

	/**
	 * The HTTP method is not {@code POST}.
	 */
	METHOD(405),

	/**
	 * The message was signed once and sent twice.
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
	 * The message names a cache that is not here; the others are evicted all the same.
	 */
	UNKNOWN_CACHE(422),

	/**
	 * There were too many messages to tell replays from new ones.
	 */
	LOAD(429),

	/**
	 * Entries could not be evicted.
	 */
	FAILURE(500);

	private final int status;

	Refusal(int status) {
		this.status = status;
	}

	int status() {
		return this.status;
	}

	/**
	 * The name in meters.
	 * @return the name in meters
	 */
	public String label() {
		return name().toLowerCase(Locale.ROOT).replace('_', '-');
	}

}
