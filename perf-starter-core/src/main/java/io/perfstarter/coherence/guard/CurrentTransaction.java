package io.perfstarter.coherence.guard;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tracks the transaction of the current thread: its start, and the tasks at its end.
 * Thread-safe, because the state is bound to threads.
 */
final class CurrentTransaction {

	/**
	 * The maximum number of values that are held until the end of a transaction; further
	 * ones are not cached.
	 */
	private static final int WAITING = 1000;

	private final ThreadLocal<@Nullable Begun> begun = new ThreadLocal<>();

	private final ThreadLocal<Long> rollbacks = ThreadLocal.withInitial(() -> 0L);

	private final LongSupplier silentRollbacks;

	/**
	 * Creates a tracker without transactions.
	 * @param silentRollbacks counts the commits of the current thread that were rollbacks
	 */
	CurrentTransaction(LongSupplier silentRollbacks) {
		this.silentRollbacks = silentRollbacks;
	}

	/**
	 * Records that a transaction is about to begin.
	 * @param stamp the current load timestamp
	 */
	void beginning(long stamp) {
		this.begun.set(new Begun(stamp, this.begun.get()));
	}

	void begun() {
		Begun begun = this.begun.get();
		if (begun == null) {
			return;
		}
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			begun.mayWrite = !TransactionSynchronizationManager.isCurrentTransactionReadOnly();
			begun.resources = resources();
			TransactionSynchronizationManager.registerSynchronization(begun);
		}
		else {
			// The end of such a transaction would not be notified.
			this.begun.set(begun.outer);
		}
	}

	/**
	 * Returns the bound resources, without those that were bound before and take no part
	 * in the transaction, such as the persistence context of another unit.
	 */
	private static List<Object> resources() {
		return TransactionSynchronizationManager.getResourceMap()
			.values()
			.stream()
			.filter((one) -> !(one instanceof ResourceHolderSupport holder) || holder.isSynchronizedWithTransaction())
			.toList();
	}

	void failedToBegin() {
		Begun begun = this.begun.get();
		if (begun != null) {
			this.begun.set(begun.outer);
		}
	}

	/**
	 * Returns the earliest point in time from which a value that is read now may
	 * originate.
	 * @return the start of the oldest open transaction, or {@link Long#MAX_VALUE} without
	 * one
	 */
	long stamp() {
		long oldest = Long.MAX_VALUE;
		for (Begun begun = this.begun.get(); begun != null; begun = begun.outer) {
			if (begun.isReadable()) {
				oldest = Math.min(oldest, begun.stamp);
			}
		}
		return oldest;
	}

	/**
	 * Returns whether the current transaction is one of a manager that does not announce
	 * when it begins.
	 */
	boolean isUnannounced() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.getSynchronizations()
					.stream()
					.noneMatch((one) -> one instanceof Begun);
	}

	/**
	 * Returns the outermost open transaction of the thread.
	 * @return an object that identifies it, {@code null} without one
	 */
	@Nullable Object outermost() {
		return outermostBegun();
	}

	/**
	 * Returns whether a read may use a persistence context that none of the open
	 * transactions has opened.
	 */
	boolean isInOlderPersistenceContext() {
		List<Object> bound = PersistenceContexts.bound();
		if (bound.isEmpty()) {
			return false;
		}
		Begun outermost = outermostBegun();
		return outermost == null
				|| bound.stream().anyMatch((holder) -> outermost.found.stream().anyMatch((one) -> one == holder));
	}

	private @Nullable Begun outermostBegun() {
		Begun outermost = this.begun.get();
		while (outermost != null && outermost.outer != null) {
			outermost = outermost.outer;
		}
		return outermost;
	}

	/**
	 * Returns the evictions of the current transaction, {@code null} if it has none.
	 */
	@Nullable OwnEvictions currentEvictions() {
		Ending ending = (Ending) TransactionSynchronizationManager.getResource(this);
		return (ending != null) ? ending.evictions : null;
	}

	OwnEvictions evictions() {
		return ending().evictions;
	}

	/**
	 * Returns the number of transactions of the current thread that did not commit,
	 * including nested ones.
	 */
	long rollbacks() {
		return this.rollbacks.get() + this.silentRollbacks.getAsLong();
	}

	void rolledBack() {
		this.rollbacks.set(this.rollbacks.get() + 1);
	}

	/**
	 * Returns whether a read may see uncommitted changes of an outer transaction, which
	 * belongs to another transaction manager.
	 */
	boolean isWithinOneThatMayWrite() {
		return anySuspended((outer) -> outer.mayWrite && outer.isReadable());
	}

	/**
	 * Returns whether an outer transaction is suspended with its connection.
	 */
	boolean isOutsideOfAnother() {
		return anySuspended((outer) -> !outer.isReadable());
	}

	/**
	 * Returns whether something else has run on this thread since the begin of an open
	 * transaction, whose snapshot may lack its changes.
	 */
	boolean hasBeenSuspended() {
		return any((one) -> one.hasBeenSuspended && one.isReadable());
	}

	private boolean anySuspended(Predicate<Begun> condition) {
		return any((one) -> one.suspended && condition.test(one));
	}

	private boolean any(Predicate<Begun> condition) {
		for (Begun one = this.begun.get(); one != null; one = one.outer) {
			if (condition.test(one)) {
				return true;
			}
		}
		return false;
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

	/**
	 * Returns the values that the current transaction stores after its commit.
	 */
	PendingValues pending() {
		return ending().pending;
	}

	/**
	 * Returns the same, {@code null} if there are none.
	 */
	@Nullable PendingValues currentPending() {
		Ending ending = (Ending) TransactionSynchronizationManager.getResource(this);
		return (ending != null) ? ending.pending : null;
	}

	/**
	 * Runs a task after the transaction, unless it was rolled back.
	 */
	void unlessRolledBack(Runnable task) {
		ending().unlessRolledBack.add(task);
	}

	private Ending ending() {
		Ending ending = (Ending) TransactionSynchronizationManager.getResource(this);
		if (ending == null) {
			ending = new Ending();
			ending.resume();
			TransactionSynchronizationManager.registerSynchronization(ending);
		}
		return ending;
	}

	/**
	 * A transaction in progress. It refers to the outer one, which it has suspended or
	 * which belongs to another transaction manager.
	 */
	private final class Begun implements TransactionSynchronization {

		private final long stamp;

		private final @Nullable Begun outer;

		/**
		 * The persistence contexts that were bound before.
		 */
		private final List<Object> found = PersistenceContexts.bound();

		private Collection<Object> resources = List.of();

		private boolean mayWrite;

		private boolean suspended;

		private boolean hasBeenSuspended;

		private boolean ended;

		Begun(long stamp, @Nullable Begun outer) {
			this.stamp = stamp;
			this.outer = outer;
		}

		/**
		 * Returns whether reads may run in this transaction. A transaction of another
		 * manager suspends the synchronizations of this one, but leaves its connection
		 * bound.
		 */
		boolean isReadable() {
			if (!this.suspended) {
				return true;
			}
			Collection<Object> bound = TransactionSynchronizationManager.getResourceMap().values();
			return this.resources.stream().anyMatch((mine) -> bound.stream().anyMatch((other) -> other == mine));
		}

		@Override
		public void suspend() {
			this.suspended = true;
			this.hasBeenSuspended = true;
		}

		@Override
		public void resume() {
			this.suspended = false;
		}

		/**
		 * Removes all ended transactions. A transaction that shares the synchronizations
		 * of its outer one may be notified after it.
		 */
		@Override
		public void afterCompletion(int status) {
			if (status != STATUS_COMMITTED) {
				rolledBack();
			}
			this.ended = true;
			Begun last = CurrentTransaction.this.begun.get();
			while (last != null && last.ended) {
				last = last.outer;
			}
			CurrentTransaction.this.begun.set(last);
		}

	}

	/**
	 * The tasks at the end of one transaction.
	 */
	private final class Ending implements TransactionSynchronization {

		private final List<Runnable> unlessRolledBack = new ArrayList<>();

		private final PendingValues pending = new PendingValues(WAITING);

		private final OwnEvictions evictions = new OwnEvictions(WAITING);

		// One that joins during the completion is not asked before it.
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
