package io.perfstarter.coherence.protocol;

import org.jspecify.annotations.Nullable;

/**
 * What came back for a message.
 *
 * @param outcome what became of the message
 * @param origin the id of the answering instance, {@code null} unless it has proved to be
 * a peer
 */
public record Answer(Outcome outcome, @Nullable String origin) {

	/**
	 * An answer of which nobody knows who gave it.
	 * @param outcome what became of the message
	 * @return the answer
	 */
	public static Answer of(Outcome outcome) {
		return new Answer(outcome, null);
	}

}
