package io.perfstarter.eviction;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import io.perfstarter.coherence.protocol.PendingCommits;
import org.jspecify.annotations.Nullable;

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

	private static final Runnable NOTHING = () -> {
	};

	private final EvictionStrategies strategies;

	private final @Nullable PendingCommits pendingCommits;

	CommitBoundEvictions(EvictionStrategies strategies, @Nullable PendingCommits pendingCommits) {
		this.strategies = strategies;
		this.pendingCommits = pendingCommits;
	}

	void evict(List<Eviction> evictions) {
		if (evictions.isEmpty()) {
			return;
		}
		if (isInTransaction()) {
			heldByCurrentTransaction().add(evictions);
		}
		else {
			this.strategies.evict(evictions);
		}
	}

	boolean isInTransaction() {
		return TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isSynchronizationActive();
	}

	/**
	 * Marks a change that does not commit with the transaction of this thread, if there
	 * is one, but may do so at any moment from now on.
	 * @param elsewhere whether it goes on elsewhere, whatever this thread does
	 * @return ends the change
	 */
	Runnable begin(boolean elsewhere) {
		return (elsewhere || !isInTransaction()) ? begin() : NOTHING;
	}

	private Runnable begin() {
		return (this.pendingCommits != null) ? this.pendingCommits.begin() : NOTHING;
	}

	/**
	 * Runs one of two actions once the current transaction is complete.
	 * @param committed what to do unless it is rolled back
	 * @param rolledBack what to do when it is
	 */
	void afterCompletion(Runnable committed, Runnable rolledBack) {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				((status != STATUS_ROLLED_BACK) ? committed : rolledBack).run();
			}

		});
	}

	private Held heldByCurrentTransaction() {
		boolean committed = false;
		for (TransactionSynchronization synchronization : TransactionSynchronizationManager.getSynchronizations()) {
			if (synchronization instanceof Held held && held.isOf(this)) {
				if (!held.carriedOut) {
					return held;
				}
				committed = true;
			}
		}
		Held held = new Held();
		TransactionSynchronizationManager.registerSynchronization(held);
		if (committed) {
			held.beginCommit();
		}
		return held;
	}

	/**
	 * The evictions of one transaction.
	 */
	private final class Held implements TransactionSynchronization {

		private final EvictionStrategies strategies = CommitBoundEvictions.this.strategies;

		private final Set<Eviction> evictions = new LinkedHashSet<>();

		private final List<Eviction> withheld = new ArrayList<>();

		// Null until the commit begins.
		private @Nullable Runnable endOfChange;

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

		void add(List<Eviction> more) {
			List<Eviction> added = more.stream().filter(this.evictions::add).toList();
			if (this.endOfChange != null) {
				withhold(added);
			}
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			beginCommit();
		}

		/**
		 * What another {@code beforeCommit} has registered is not called there any more.
		 */
		@Override
		public void beforeCompletion() {
			beginCommit();
		}

		void beginCommit() {
			if (this.endOfChange == null) {
				this.endOfChange = begin();
				withhold(List.copyOf(this.evictions));
			}
		}

		private void withhold(List<Eviction> evictions) {
			if (!evictions.isEmpty() && this.strategies.withhold(evictions)) {
				this.withheld.addAll(evictions);
			}
		}

		@Override
		public void afterCommit() {
			this.carriedOut = true;
			this.strategies.evict(List.copyOf(this.evictions));
		}

		@Override
		public void afterCompletion(int status) {
			try {
				if (status != STATUS_ROLLED_BACK) {
					evictFinally();
				}
			}
			finally {
				release();
			}
		}

		/**
		 * A synchronization before ours may have thrown, and an outcome that is not known
		 * may be a commit. What was read between the commit and the first eviction goes,
		 * too.
		 */
		private void evictFinally() {
			List<Eviction> evictions = List.copyOf(this.evictions);
			if (this.carriedOut) {
				this.strategies.evictHereAgain(evictions);
			}
			else {
				this.strategies.evict(evictions);
			}
		}

		private void release() {
			try {
				if (!this.withheld.isEmpty()) {
					this.strategies.release(this.withheld);
				}
			}
			finally {
				if (this.endOfChange != null) {
					this.endOfChange.run();
				}
			}
		}

	}

}
