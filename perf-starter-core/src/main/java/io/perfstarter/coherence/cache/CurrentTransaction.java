package io.perfstarter.coherence.cache;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The transaction of the calling thread: how old what it reads may be, and what is to be
 * done at its end. Thread-safe, because each thread has its own.
 */
final class CurrentTransaction {

	/**
	 * Most loaded values that wait for the end of a transaction; more are not kept.
	 */
	private static final int WAITING = 1000;

	private final ThreadLocal<@Nullable Begun> begun = new ThreadLocal<>();

	/**
	 * A transaction is about to begin.
	 * @param stamp the moment
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
			begun.resources = List.copyOf(TransactionSynchronizationManager.getResourceMap().values());
			TransactionSynchronizationManager.registerSynchronization(begun);
		}
		else {
			// Nobody would tell us its end.
			this.begun.set(begun.outer);
		}
	}

	void failedToBegin() {
		Begun begun = this.begun.get();
		if (begun != null) {
			this.begun.set(begun.outer);
		}
	}

	/**
	 * How old a value may be that is read now.
	 * @return when the oldest transaction began that can be read from, or
	 * {@link Long#MAX_VALUE}
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
	 * Whether what is read may be a change of the transaction's own, which is not
	 * committed.
	 */
	boolean mayWrite() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& !TransactionSynchronizationManager.isCurrentTransactionReadOnly()
				&& TransactionSynchronizationManager.isSynchronizationActive();
	}

	/**
	 * Does something once the transaction has committed.
	 * @param task what to do then
	 * @param otherwise what to do when it has not, or nobody knows
	 * @return whether there was room for it
	 */
	boolean ifCommitted(Runnable task, Runnable otherwise) {
		Ending ending = ending();
		return ending.ifCommitted.size() < WAITING && ending.ifCommitted.add(new Choice(task, otherwise));
	}

	/**
	 * Does something once the transaction is over, unless it is known to have left
	 * everything as it was.
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
	 * A transaction that has begun and not ended, on top of those that it suspended or
	 * that belong to other transaction managers.
	 */
	private final class Begun implements TransactionSynchronization {

		private final long stamp;

		private final @Nullable Begun outer;

		private Collection<Object> resources = List.of();

		private boolean suspended;

		private boolean ended;

		Begun(long stamp, @Nullable Begun outer) {
			this.stamp = stamp;
			this.outer = outer;
		}

		/**
		 * A transaction of another manager suspends the synchronizations of this one, but
		 * leaves its connection in place.
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
		}

		@Override
		public void resume() {
			this.suspended = false;
		}

		/**
		 * One that shares the synchronizations of its outer may be told after it.
		 */
		@Override
		public void afterCompletion(int status) {
			this.ended = true;
			Begun last = CurrentTransaction.this.begun.get();
			while (last != null && last.ended) {
				last = last.outer;
			}
			CurrentTransaction.this.begun.set(last);
		}

	}

	/**
	 * What is to be done at the end of one transaction.
	 */
	private final class Ending implements TransactionSynchronization {

		private final List<Runnable> unlessRolledBack = new ArrayList<>();

		private final List<Choice> ifCommitted = new ArrayList<>();

		@Override
		public void suspend() {
			TransactionSynchronizationManager.unbindResourceIfPossible(CurrentTransaction.this);
		}

		@Override
		public void resume() {
			TransactionSynchronizationManager.bindResource(CurrentTransaction.this, this);
		}

		@Override
		public void afterCompletion(int status) {
			suspend();
			Failures failures = new Failures();
			if (status != STATUS_ROLLED_BACK) {
				this.unlessRolledBack.forEach(failures::collect);
			}
			this.ifCommitted.forEach((choice) -> failures
				.collect((status == STATUS_COMMITTED) ? choice.committed() : choice.otherwise()));
			failures.rethrowFirst();
		}

	}

	/**
	 * What to do when a transaction has committed, and when it has not.
	 *
	 * @param committed what to do when it has
	 * @param otherwise what to do when it has not, or nobody knows
	 */
	private record Choice(Runnable committed, Runnable otherwise) {

	}

}
