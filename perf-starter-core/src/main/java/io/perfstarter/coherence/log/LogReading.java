package io.perfstarter.coherence.log;

import java.util.List;

import io.perfstarter.coherence.protocol.Event;

/**
 * An answer of an {@link InvalidationLog}.
 *
 * @param end the position up to which the log has been read
 * @param continuity whether everything since the previous position is contained
 * @param events the evictions of others since the previous position; incomplete unless
 * the reading continues it
 * @param pending all changes of others that are in progress at the end
 */
public record LogReading(LogPosition end, Continuity continuity, List<Event> events, List<PendingChange> pending) {

	public LogReading {
		events = List.copyOf(events);
		pending = List.copyOf(pending);
	}

}
