package io.perfstarter.coherence.protocol;

import java.util.List;

/**
 * The merged evictions of an instance in a range of its sequence numbers.
 *
 * @param after the sequence number before the first of the range
 * @param upTo the last sequence number of the range, {@code after} if there is none
 * @param events the evictions
 */
public record Batch(long after, long upTo, List<Event> events) {

	public Batch {
		if (after < 0 || upTo < after) {
			throw new IllegalArgumentException("Not a range of sequence numbers: %s to %s".formatted(after, upTo));
		}
		events = List.copyOf(events);
	}

}
