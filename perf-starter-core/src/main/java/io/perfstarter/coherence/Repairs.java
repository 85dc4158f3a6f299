package io.perfstarter.coherence;

import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Stores the latest recoveries of missed evictions. Thread-safe.
 */
final class Repairs {

	private static final int REMEMBERED = 20;

	// Newest first. Guarded by this.
	private final Deque<Repair> repairs = new ArrayDeque<>();

	synchronized void add(String what, String peer) {
		this.repairs.addFirst(new Repair(Instant.now(), what, peer));
		if (this.repairs.size() > REMEMBERED) {
			this.repairs.removeLast();
		}
	}

	synchronized List<Repair> latest() {
		return List.copyOf(this.repairs);
	}

}
