package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What came back for a message.
 *
 * @param outcome what became of the message
 * @param origin the id of the answering instance, {@code null} unless it has proved to be
 * a peer
 * @param mark the last number of the answering instance
 * @param pendingNanos for how long its oldest change has been under way that has no
 * number yet
 * @param batch what it evicted after the number that was asked for, {@code null} unless
 * asked
 */
public record Answer(Outcome outcome, @Nullable String origin, long mark, long pendingNanos, @Nullable Batch batch) {

	/**
	 * An answer of which nobody knows who gave it.
	 * @param outcome what became of the message
	 * @return the answer
	 */
	public static Answer of(Outcome outcome) {
		return new Answer(outcome, null, 0, 0, null);
	}

}
