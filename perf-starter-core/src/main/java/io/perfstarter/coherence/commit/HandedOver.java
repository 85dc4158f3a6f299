package io.perfstarter.coherence.commit;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The calls for which another thread may use a connection. Guarded by itself, because a
 * connection may be used by more than one thread; calls are told without the lock.
 */
final class HandedOver {

	/**
	 * Most calls to remember between two commits; those that have ended are forgotten
	 * beyond that.
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
	 * The transaction has ended: calls that ended before it have no part in the next one.
	 * @return the calls, if it has changed something
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
