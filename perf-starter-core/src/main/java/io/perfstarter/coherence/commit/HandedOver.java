package io.perfstarter.coherence.commit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls on whose behalf another thread may use a connection. Guarded by its own lock,
 * because several threads may use a connection; calls are notified without the lock.
 */
final class HandedOver {

	/**
	 * The maximum number of calls stored between two commits; beyond that, ended calls
	 * are discarded.
	 */
	private static final int CALLS = 1_000;

	private final Set<TrackedCall> calls = new LinkedHashSet<>();

	private boolean changed;

	synchronized void add(List<TrackedCall> calls) {
		this.calls.addAll(calls);
		if (this.calls.size() > CALLS) {
			this.calls.removeIf(TrackedCall::isClosed);
		}
	}

	synchronized void addChanged(TrackedCall call) {
		this.calls.add(call);
		this.changed = true;
	}

	void changed(boolean mayBeCommitted) {
		setChanged();
		if (mayBeCommitted) {
			committed();
		}
	}

	private synchronized void setChanged() {
		this.changed = true;
	}

	void committed() {
		ended().forEach(TrackedCall::committed);
	}

	void rolledBack() {
		ended();
	}

	/**
	 * Ends the transaction and discards calls that ended before it.
	 * @return the calls, if the transaction changed data
	 */
	private synchronized List<TrackedCall> ended() {
		List<TrackedCall> calls = (this.changed) ? List.copyOf(this.calls) : List.of();
		if (this.changed) {
			this.changed = false;
			this.calls.removeIf(TrackedCall::isClosed);
		}
		return calls;
	}

}
