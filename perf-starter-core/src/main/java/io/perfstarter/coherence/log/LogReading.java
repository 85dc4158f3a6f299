package io.perfstarter.coherence.log;

import java.time.Duration;
import java.util.List;

import io.perfstarter.coherence.protocol.Event;

/**
 * An answer of an {@link InvalidationLog}.
 *
 * @param end the position up to which the log has been read
 * @param continuity whether everything since the previous position is contained
 * @param events the evictions of others since the previous position; complete only if the
 * continuity is {@link Continuity#CONTINUED}
 * @param pending all changes of others that are in progress at the end
 * @param lag the time from the moment up to which the log is complete to the question. A
 * change that was committed until this moment is in the log, unless it is pending
 */
public record LogReading(LogPosition end, Continuity continuity, List<Event> events, List<PendingChange> pending,
		Duration lag) {

	/**
	 * Creates an answer of a log that was complete when it was asked.
	 * @param end the position up to which the log has been read
	 * @param continuity whether everything since the previous position is contained
	 * @param events the evictions of others since the previous position
	 * @param pending all changes of others that are in progress at the end
	 */
	public LogReading(LogPosition end, Continuity continuity, List<Event> events, List<PendingChange> pending) {
		this(end, continuity, events, pending, Duration.ZERO);
	}

}
