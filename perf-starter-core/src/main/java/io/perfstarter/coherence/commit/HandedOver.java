package io.perfstarter.coherence.commit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls on whose behalf another thread may use a connection. Guarded by its own lock,
 * because several threads may use a connection. Reports to calls without the lock.
 */
final class HandedOver {

	// The maximum number of calls stored between two commits; beyond that, ended calls
	// are discarded.
	private static final int CALLS = 1_000;

	private final Set<TrackedCall> calls = new LinkedHashSet<>();

	synchronized void add(List<TrackedCall> calls) {
		this.calls.addAll(calls);
		if (this.calls.size() > CALLS) {
			this.calls.removeIf(TrackedCall::isClosed);
		}
	}

	synchronized List<TrackedCall> calls() {
		return List.copyOf(this.calls);
	}

	/**
	 * Reports that a statement may have ended its transaction.
	 */
	void mayBeCommitted() {
		calls().forEach(TrackedCall::committed);
	}

	/**
	 * Reports the end of a transaction that changed data, and discards calls that ended
	 * before it.
	 */
	void committed() {
		ended().forEach(TrackedCall::committed);
	}

	void rolledBack() {
		ended();
	}

	private synchronized List<TrackedCall> ended() {
		List<TrackedCall> calls = calls();
		this.calls.removeIf(TrackedCall::isClosed);
		return calls;
	}

}
