package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The response to a message.
 *
 * @param outcome the outcome of the message
 * @param origin the id of the responding instance, {@code null} unless its signature is
 * valid
 * @param age the time in nanoseconds since the responding instance began to listen at its
 * address, zero if not known
 * @param mark the high watermark of the responding instance
 * @param pending the ages of its changes in progress
 * @param batch its evictions after the requested sequence number, {@code null} if none
 * were requested
 * @param failure why there is no valid response, {@code null} if there is one or it is
 * not known
 */
public record Answer(MessageOutcome outcome, @Nullable String origin, long age, long mark, PendingAges pending,
		@Nullable Batch batch, @Nullable Throwable failure) {

	/**
	 * Creates a response.
	 * @throws IllegalArgumentException if the evictions exceed the high watermark
	 */
	public Answer {
		if (batch != null && batch.upTo() > mark) {
			throw new IllegalArgumentException(
					"Evictions up to %s exceed the high watermark %s".formatted(batch.upTo(), mark));
		}
	}

	/**
	 * Creates a response with a valid signature.
	 */
	public Answer(MessageOutcome outcome, @Nullable String origin, long age, long mark, PendingAges pending,
			@Nullable Batch batch) {
		this(outcome, origin, age, mark, pending, batch, null);
	}

	/**
	 * Creates a response of an unidentified sender.
	 * @param outcome the outcome of the message
	 * @param failure why there is no valid response, if known
	 * @return the response
	 */
	public static Answer of(MessageOutcome outcome, @Nullable Throwable failure) {
		return new Answer(outcome, null, 0, 0, PendingAges.NONE, null, failure);
	}

	/**
	 * Creates a response of an unidentified sender.
	 * @param outcome the outcome of the message
	 * @return the response
	 */
	public static Answer of(MessageOutcome outcome) {
		return of(outcome, null);
	}

}
