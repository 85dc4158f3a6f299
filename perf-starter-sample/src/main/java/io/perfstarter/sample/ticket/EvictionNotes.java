package io.perfstarter.sample.ticket;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

import io.perfstarter.coherence.protocol.NodeStatus;
import io.perfstarter.eviction.Eviction;
import io.perfstarter.sample.ticket.EvictionNote.What;
import org.jspecify.annotations.Nullable;

import org.springframework.stereotype.Component;

/**
 * Stores the last evictions of this instance, oldest first.
 */
@Component
class EvictionNotes {

	private static final int KEPT = 500;

	private final Deque<EvictionNote> notes = new ArrayDeque<>();

	private long last;

	synchronized void committed(Eviction eviction) {
		add(new EvictionNote(now(), What.COMMITTED, eviction.cacheName(), ids(eviction), null, null));
	}

	synchronized void evicted(Eviction eviction, @Nullable NodeStatus told) {
		String origin = (told != null) ? told.origin() : null;
		Long number = (told != null) ? told.mark() : null;
		add(new EvictionNote(now(), What.EVICTED, eviction.cacheName(), ids(eviction), origin, number));
	}

	synchronized void heard(@Nullable String origin, @Nullable Long number) {
		add(new EvictionNote(now(), What.HEARD, null, List.of(), origin, number));
	}

	synchronized List<EvictionNote> after(long at) {
		return this.notes.stream().filter((note) -> note.at() > at).toList();
	}

	private void add(EvictionNote note) {
		if (this.notes.size() == KEPT) {
			this.notes.removeFirst();
		}
		this.notes.addLast(note);
	}

	private long now() {
		this.last = Math.max(this.last + 1, ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now()));
		return this.last;
	}

	private static List<?> ids(Eviction eviction) {
		return eviction.keys().isEmpty() ? eviction.groups() : eviction.keys();
	}

}
