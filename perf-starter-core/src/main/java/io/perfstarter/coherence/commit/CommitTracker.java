package io.perfstarter.coherence.commit;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.jdbc.ConnectionUsage;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.TransactionExecution;

/**
 * Tracks which calls may have committed changes. Thread-safe.
 *
 * <p>
 * A commit counts when the transaction executed a statement that may change data. Work of
 * another thread is attributed to a call if three conditions hold. The thread is in no
 * tracked call itself. It serves the same request or none. It borrows its connection,
 * changes data or commits during the call.
 */
final class CommitTracker {

	private final Set<TrackedCall> open = ConcurrentHashMap.newKeySet();

	private final Map<ConnectionUsage, HandedOver> handedOver = new ConcurrentHashMap<>();

	private final Supplier<ThreadActivity> threads;

	private final Supplier<@Nullable Object> request;

	/**
	 * Creates a tracker.
	 * @param threads supplies the activity of the current thread
	 * @param request supplies the request that the current thread serves, {@code null} if
	 * none; always the same object for the same request
	 */
	CommitTracker(Supplier<ThreadActivity> threads, Supplier<@Nullable Object> request) {
		this.threads = threads;
		this.request = request;
	}

	/**
	 * Returns whether a commit may concern any call, even an ended one.
	 */
	boolean isTracking() {
		return !this.open.isEmpty() || !this.handedOver.isEmpty();
	}

	/**
	 * Starts to track a call of the current thread.
	 */
	TrackedCall begin(TransactionAccount account, CommitListener listener) {
		ThreadActivity thread = this.threads.get();
		TrackedCall call = new TrackedCall(account, thread.call, this.request.get(), listener);
		thread.call = call;
		this.open.add(call);
		return call;
	}

	/**
	 * Ends a call on its thread.
	 * @param uncommitted the connections with changes that the caller may commit
	 */
	void leaveThread(TrackedCall call, List<ConnectionUsage> uncommitted) {
		this.threads.get().call = call.outer();
		uncommitted.forEach((lease) -> handedOver(lease).add(List.of(call)));
	}

	void close(TrackedCall call) {
		this.open.remove(call);
	}

	void borrowed(ConnectionUsage lease) {
		if (!this.open.isEmpty()) {
			handOver(lease);
		}
	}

	/**
	 * Records the calls for which the current thread may use a connection, even one that
	 * was borrowed before the calls.
	 */
	private @Nullable HandedOver handOver(ConnectionUsage lease) {
		List<TrackedCall> calls = handingOver();
		if (calls.isEmpty()) {
			return this.handedOver.get(lease);
		}
		HandedOver handedOver = handedOver(lease);
		handedOver.add(calls);
		return handedOver;
	}

	private HandedOver handedOver(ConnectionUsage lease) {
		return this.handedOver.computeIfAbsent(lease, (ignored) -> new HandedOver());
	}

	/**
	 * Returns the calls that may have handed work to the current thread, which is in no
	 * call itself.
	 */
	private List<TrackedCall> handingOver() {
		if (this.open.isEmpty() || this.threads.get().call != null) {
			return List.of();
		}
		Object request = this.request.get();
		return this.open.stream().filter((call) -> call.mayHaveHandedTo(request)).toList();
	}

	private List<TrackedCall> handedOverCalls(ConnectionUsage lease) {
		HandedOver handedOver = handOver(lease);
		return (handedOver != null) ? handedOver.calls() : List.of();
	}

	/**
	 * Records a statement that may change data.
	 */
	void changed(ConnectionUsage lease, boolean inTransaction, boolean mayBeCommitted) {
		eachCall((call) -> call.changed(lease, inTransaction, mayBeCommitted));
		HandedOver handedOver = handOver(lease);
		if (handedOver != null && mayBeCommitted) {
			if (inTransaction) {
				handedOver.mayBeCommitted();
			}
			else {
				handedOver.committed();
			}
		}
	}

	/**
	 * Announces that a commit may happen at any time.
	 */
	void mayCommit(ConnectionUsage lease) {
		eachCall((call) -> call.committing(false).ended(true));
		handedOverCalls(lease).forEach((call) -> call.committing(false).ended(true));
	}

	/**
	 * Announces that the current thread is about to commit changes on a connection.
	 */
	void committing(ConnectionUsage lease) {
		if (isTracking()) {
			commitBegins(lease, handedOverCalls(lease));
		}
	}

	/**
	 * Announces that the current thread is about to commit changes that are not observed.
	 */
	void committing(TransactionExecution transaction) {
		if (isTracking()) {
			commitBegins(transaction, handingOver());
		}
	}

	/**
	 * Notifies the calls for which a commit of the current thread may happen now. Does
	 * not report statements of the listeners themselves, which would be reported without
	 * end.
	 * @param commit the connection usage or the transaction
	 * @param others the calls of other threads for which the current thread may work
	 */
	private void commitBegins(Object commit, List<TrackedCall> others) {
		ThreadActivity thread = this.threads.get();
		if (thread.notifying || thread.call == null && others.isEmpty()) {
			return;
		}
		List<CommitInProgress> begun = new ArrayList<>();
		thread.notifying = true;
		try {
			eachCall((call) -> begun.add(call.committing(true)));
			others.forEach((call) -> begun.add(call.committing(false)));
		}
		finally {
			thread.notifying = false;
			thread.commitsInProgress.put(commit, begun);
		}
	}

	/**
	 * Notifies the calls that were told of the begin of a commit of its end.
	 */
	void commitEnded(Object commit, boolean committed) {
		ThreadActivity thread = this.threads.get();
		if (thread.notifying || thread.commitsInProgress.isEmpty()) {
			return;
		}
		List<CommitInProgress> ended = thread.commitsInProgress.remove(commit);
		if (ended != null) {
			thread.notifying = true;
			try {
				ended.forEach((each) -> each.ended(committed));
			}
			finally {
				thread.notifying = false;
			}
		}
	}

	/**
	 * Records a commit of changes that are not observed.
	 */
	void committed() {
		if (isTracking()) {
			eachCall(TrackedCall::committed);
			handingOver().forEach(TrackedCall::committed);
		}
	}

	void committed(ConnectionUsage lease, boolean changed) {
		if (isTracking()) {
			eachCall((call) -> call.committed(lease, changed));
			HandedOver handedOver = this.handedOver.get(lease);
			if (handedOver != null && changed) {
				handedOver.committed();
			}
		}
	}

	/**
	 * Records a rollback of a transaction whose changes may not be observed.
	 */
	void rolledBack() {
		eachCall(TrackedCall::rolledBack);
	}

	void rolledBack(ConnectionUsage lease, boolean changed) {
		if (isTracking()) {
			eachCall((call) -> call.forget(lease));
			HandedOver handedOver = this.handedOver.get(lease);
			if (handedOver != null && changed) {
				handedOver.rolledBack();
			}
		}
	}

	void returned(ConnectionUsage lease) {
		if (isTracking()) {
			eachCall((call) -> call.forget(lease));
			this.handedOver.remove(lease);
		}
	}

	private void eachCall(Consumer<TrackedCall> action) {
		for (TrackedCall call = this.threads.get().call; call != null; call = call.outer()) {
			action.accept(call);
		}
	}

	/**
	 * The calls for which another thread may use a connection. Guarded by its own lock,
	 * because several threads may use a connection. Reports to calls after it has
	 * released the lock.
	 */
	static final class HandedOver {

		// The number of calls stored between two commits above which ended calls are
		// discarded.
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
		 * Reports the end of a transaction that changed data, and discards calls that
		 * ended before it.
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

}
