package io.perfstarter.coherence.protocol;

import java.util.List;

/**
 * What an instance has evicted under a range of its numbers, joined.
 *
 * @param after the number before the first of the range
 * @param upTo the last number of the range, {@code after} if there is none
 * @param events what is gone
 */
public record Batch(long after, long upTo, List<Event> events) {

	public Batch {
		if (after < 0 || upTo < after) {
			throw new IllegalArgumentException("Not a range of numbers: %s to %s".formatted(after, upTo));
		}
		events = List.copyOf(events);
	}

}
