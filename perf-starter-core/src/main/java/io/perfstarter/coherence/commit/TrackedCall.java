package io.perfstarter.coherence.commit;

import java.util.HashSet;
import java.util.Set;

import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.jdbc.ConnectionUsage;
import org.jspecify.annotations.Nullable;

/**
 * A call whose possible commits are tracked, on its own thread and on threads to which it
 * may have handed work.
 *
 * <p>
 * Confined to its thread, except {@link #mayHaveCommitted}, {@link #close} and commits of
 * other threads. A commit writes {@code committed} and then reads {@code lateCommit}; the
 * closing thread does the reverse. At least one of the two detects a late commit.
 */
public final class TrackedCall {

	private final TransactionAccount account;

	private final CommitListener listener;

	private final @Nullable TrackedCall outer;

	private final @Nullable Object request;

	private final Set<ConnectionUsage> changed = new HashSet<>(2);

	private boolean rolledBack;

	private volatile boolean committed;

	private volatile @Nullable Runnable lateCommit;

	TrackedCall(TransactionAccount account, @Nullable TrackedCall outer, @Nullable Object request,
			CommitListener listener) {
		this.account = account;
		this.listener = listener;
		this.outer = outer;
		this.request = request;
	}

	@Nullable TrackedCall outer() {
		return this.outer;
	}

	/**
	 * Returns whether a thread that serves a request may do work of this call.
	 */
	boolean mayHaveHandedTo(@Nullable Object request) {
		return request == null || request == this.request;
	}

	void changed(ConnectionUsage lease, boolean inTransaction, boolean mayBeCommitted) {
		if (inTransaction) {
			this.changed.add(lease);
		}
		if (mayBeCommitted) {
			committed();
		}
	}

	CommitInProgress committing(boolean withinCall) {
		return this.listener.committing(withinCall);
	}

	/**
	 * Records a commit during the call.
	 * @param lease the connection
	 * @param mayHaveChanged whether its transaction may have changed data, even before
	 * the call
	 */
	void committed(ConnectionUsage lease, boolean mayHaveChanged) {
		if (this.changed.remove(lease) || mayHaveChanged) {
			committed();
		}
	}

	void forget(ConnectionUsage lease) {
		this.changed.remove(lease);
	}

	void committed() {
		this.committed = true;
		Runnable lateCommit = this.lateCommit;
		if (lateCommit != null) {
			lateCommit.run();
		}
	}

	/**
	 * Returns whether the call has changed data in a transaction that is still open.
	 * @return {@code true} if a statement of the call may have changed data there
	 */
	public boolean hasOpenChanges() {
		return !this.changed.isEmpty();
	}

	void rolledBack() {
		this.rolledBack = true;
	}

	/**
	 * Returns whether a change of the call may be committed by now.
	 * @return {@code false} if no commit is known
	 */
	public boolean mayHaveCommitted() {
		return this.committed;
	}

	/**
	 * Returns whether the call may have committed unobserved changes.
	 * @return {@code true} if statements are not observed and no transaction is known to
	 * have rolled back
	 */
	public boolean isUnobserved() {
		return !this.rolledBack && !this.account.observesStatements();
	}

	boolean isClosed() {
		return this.lateCommit != null;
	}

	/**
	 * Ends the call on its thread; other threads may continue its work.
	 */
	public void leaveThread() {
		this.account.leaveThread(this);
	}

	/**
	 * Ends the call.
	 * @param lateCommit runs at each later commit of changes of this call, on the thread
	 * that commits; may run during this method
	 */
	public void close(Runnable lateCommit) {
		this.lateCommit = lateCommit;
		this.account.close(this);
	}

}
