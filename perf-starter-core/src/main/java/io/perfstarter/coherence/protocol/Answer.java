package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * The response to a message.
 *
 * @param outcome the outcome of the message
 * @param origin the id of the responding instance, {@code null} unless its signature is
 * valid
 * @param mark the high watermark of the responding instance
 * @param pending the ages of its changes in progress
 * @param batch its evictions after the requested sequence number, {@code null} if none
 * were requested
 */
public record Answer(Outcome outcome, @Nullable String origin, long mark, PendingAges pending, @Nullable Batch batch) {

	/**
	 * Creates a response of an unidentified sender.
	 * @param outcome the outcome of the message
	 * @return the response
	 */
	public static Answer of(Outcome outcome) {
		return new Answer(outcome, null, 0, PendingAges.NONE, null);
	}

}
