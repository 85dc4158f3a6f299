package io.perfstarter.eviction;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Holds evictions until the transaction of the calling thread has committed, and drops
 * them when it is rolled back; without a transaction they are carried out at once.
 *
 * <p>
 * Spring suspends synchronizations together with their transaction, so an inner
 * {@code REQUIRES_NEW} evicts at its own commit. Confined to the thread of the
 * transaction.
 */
final class CommitBoundEvictions {

	private final EvictionStrategies strategies;

	CommitBoundEvictions(EvictionStrategies strategies) {
		this.strategies = strategies;
	}

	void evict(Collection<Eviction> evictions) {
		if (evictions.isEmpty()) {
			return;
		}
		if (isInTransaction()) {
			heldByCurrentTransaction().evictions.addAll(evictions);
		}
		else {
			evictions.forEach(this.strategies::evict);
		}
	}

	boolean isInTransaction() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive();
	}

	/**
	 * Runs the action once the current transaction is complete, unless it is rolled back.
	 * @param action what to do
	 */
	void afterCommit(Runnable action) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				if (status != STATUS_ROLLED_BACK) {
					action.run();
				}
			}

		});
	}

	private Held heldByCurrentTransaction() {
		for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
			if (synchronization instanceof Held held && held.isOf(this) && !held.carriedOut) {
				return held;
			}
		}
		Held held = new Held();
		TransactionSynchronizationManager.registerSynchronization(held);
		return held;
	}

	/**
	 * The evictions of one transaction.
	 */
	private final class Held implements TransactionSynchronization {

		private final Set<Eviction> evictions = new LinkedHashSet<>();

		private boolean carriedOut;

		boolean isOf(CommitBoundEvictions owner) {
			return CommitBoundEvictions.this == owner;
		}

		/**
		 * First of all synchronizations, because one that throws keeps those after it
		 * from being called.
		 */
		@Override
		public int getOrder() {
			return Ordered.HIGHEST_PRECEDENCE;
		}

		@Override
		public void afterCommit() {
			this.carriedOut = true;
			this.evictions.forEach(CommitBoundEvictions.this.strategies::evict);
		}

		/**
		 * A synchronization before ours may have thrown, and an outcome that is not known
		 * may be a commit. What was read between the commit and the first eviction goes,
		 * too.
		 */
		@Override
		public void afterCompletion(int status) {
			if (status == STATUS_ROLLED_BACK) {
				return;
			}
			EvictionStrategies strategies = CommitBoundEvictions.this.strategies;
			this.evictions.forEach((this.carriedOut) ? strategies::evictHereAgain : strategies::evict);
		}

	}

}
