package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The values and evictions that wait for the end of the current thread's transaction.
 * Thread-safe, because the state is bound to threads.
 */
final class CurrentTransaction {

	// The maximum number of values that are held until the end of a transaction. Further
	// values are not cached.
	private static final int WAITING = 1000;

	private final LongSupplier silentRollbacks;

	/**
	 * Creates an instance.
	 * @param silentRollbacks the commits of this thread that became rollbacks
	 */
	CurrentTransaction(LongSupplier silentRollbacks) {
		this.silentRollbacks = silentRollbacks;
	}

	/**
	 * Returns whether a read may see an uncommitted change of the current transaction.
	 */
	boolean mayWrite() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& !TransactionSynchronizationManager.isCurrentTransactionReadOnly()
				&& TransactionSynchronizationManager.isSynchronizationActive();
	}

	/**
	 * Returns whether the current transaction is not expected to write.
	 */
	boolean isReadOnly() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isCurrentTransactionReadOnly();
	}

	OwnEvictions evictions() {
		return ending().evictions;
	}

	/**
	 * Returns the evictions of the current transaction, {@code null} if it has none.
	 */
	@Nullable OwnEvictions currentEvictions() {
		Ending ending = currentEnding();
		return (ending != null) ? ending.evictions : null;
	}

	/**
	 * Returns the values that the current transaction stores after its commit.
	 */
	PendingValues pending() {
		return ending().pending;
	}

	/**
	 * Returns the values that the current transaction stores after its commit,
	 * {@code null} if there are none.
	 */
	@Nullable PendingValues currentPending() {
		Ending ending = currentEnding();
		return (ending != null) ? ending.pending : null;
	}

	/**
	 * Runs a task after the transaction, unless it was rolled back.
	 */
	void unlessRolledBack(Runnable task) {
		ending().unlessRolledBack.add(task);
	}

	private @Nullable Ending currentEnding() {
		return (Ending) TransactionSynchronizationManager.getResource(this);
	}

	private Ending ending() {
		Ending ending = currentEnding();
		if (ending == null) {
			ending = new Ending();
			ending.resume();
			TransactionSynchronizationManager.registerSynchronization(ending);
		}
		return ending;
	}

	/**
	 * The tasks at the end of one transaction.
	 */
	private final class Ending implements TransactionSynchronization {

		private final List<Runnable> unlessRolledBack = new ArrayList<>();

		private final PendingValues pending = new PendingValues(WAITING);

		private final OwnEvictions evictions = new OwnEvictions(WAITING);

		// Spring does not ask a synchronization before the completion if it joins during
		// the completion.
		private long silentBefore = CurrentTransaction.this.silentRollbacks.getAsLong();

		@Override
		public void suspend() {
			TransactionSynchronizationManager.unbindResourceIfPossible(CurrentTransaction.this);
		}

		@Override
		public void resume() {
			TransactionSynchronizationManager.bindResource(CurrentTransaction.this, this);
		}

		@Override
		public void beforeCompletion() {
			this.silentBefore = CurrentTransaction.this.silentRollbacks.getAsLong();
			this.pending.completing();
			this.evictions.completing();
		}

		@Override
		public void afterCompletion(int status) {
			Failures failures = new Failures();
			if (status != STATUS_ROLLED_BACK) {
				this.unlessRolledBack.forEach(failures::collect);
			}
			boolean committed = status == STATUS_COMMITTED
					&& this.silentBefore == CurrentTransaction.this.silentRollbacks.getAsLong();
			this.pending.completed(committed, failures);
			suspend();
			failures.rethrowFirst();
		}

	}

}
