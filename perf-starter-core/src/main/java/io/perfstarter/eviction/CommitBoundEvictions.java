package io.perfstarter.eviction;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import io.perfstarter.coherence.commit.CommitTracker;
import io.perfstarter.coherence.commit.OpenTransaction;
import io.perfstarter.coherence.commit.TrackedCall;
import io.perfstarter.coherence.protocol.PendingCommits;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.util.function.SingletonSupplier;

/**
 * Holds evictions until the transactions of the calling thread have committed, and drops
 * them when these are rolled back; without a transaction they are carried out at once.
 *
 * <p>
 * An inner {@code REQUIRES_NEW} evicts at its own commit. What is held is confined to the
 * thread of its transaction.
 */
final class CommitBoundEvictions {

	private static final Runnable NOTHING = () -> {
	};

	private static final BooleanSupplier ALWAYS = () -> true;

	private final EvictionStrategies strategies;

	private final CommitTracker tracker;

	private final @Nullable PendingCommits pendingCommits;

	CommitBoundEvictions(EvictionStrategies strategies, CommitTracker tracker,
			@Nullable PendingCommits pendingCommits) {
		this.strategies = strategies;
		this.tracker = tracker;
		this.pendingCommits = pendingCommits;
	}

	/**
	 * Begins to track a call of the current thread.
	 */
	TrackedCall track() {
		return this.tracker.begin();
	}

	/**
	 * Marks a change that does not commit with the transaction of this thread, if there
	 * is one, but may do so at any moment from now on.
	 * @param elsewhere whether it goes on elsewhere, whatever this thread does
	 * @return ends the change
	 */
	Runnable begin(boolean elsewhere) {
		return (elsewhere || this.tracker.openTransactions().isEmpty()) ? begin() : NOTHING;
	}

	private Runnable begin() {
		return (this.pendingCommits != null) ? this.pendingCommits.begin() : NOTHING;
	}

	/**
	 * Evicts what somebody asks for in the current thread.
	 */
	void evict(List<Eviction> evictions) {
		List<OpenTransaction> transactions = this.tracker.openTransactions();
		transactions.forEach((transaction) -> held(transaction).add(evictions, ALWAYS));
		if (transactions.isEmpty()) {
			evictNow(evictions);
		}
	}

	/**
	 * Evicts after a call of the current thread: now what may be committed, and what its
	 * open transactions have changed when they commit.
	 * @param call the call, which has left the thread
	 * @param succeeded whether it returned
	 * @param evictions what to evict, not evaluated unless needed
	 */
	void evict(TrackedCall call, boolean succeeded, Supplier<List<Eviction>> evictions) {
		Supplier<List<Eviction>> evaluated = SingletonSupplier.of(evictions);
		List<OpenTransaction> transactions = this.tracker.openTransactions();
		for (OpenTransaction transaction : transactions) {
			held(transaction).add(evaluated.get(), changes(call, succeeded, transaction));
		}
		evict(call, succeeded && transactions.isEmpty(), transactions.isEmpty(), evaluated);
	}

	/**
	 * Evicts what a call may have committed by now, and by each later commit of threads
	 * that work for it.
	 * @param call the call, which has left its thread
	 * @param certain whether to evict in any case
	 * @param alone whether no transaction evicts what cannot be observed
	 * @param evictions what to evict, not evaluated unless needed
	 */
	void evict(TrackedCall call, boolean certain, boolean alone, Supplier<List<Eviction>> evictions) {
		Supplier<List<Eviction>> evaluated = SingletonSupplier.of(evictions);
		call.close(() -> evictNow(evaluated.get()));
		if (certain || call.mayHaveCommitted() || alone && call.isUnobserved()) {
			evictNow(evaluated.get());
		}
	}

	void evictNow(List<Eviction> evictions) {
		if (!evictions.isEmpty()) {
			this.strategies.evict(evictions);
		}
	}

	/**
	 * Runs an action when each open transaction of the current thread is complete.
	 * @param call a call that may have changed data in them
	 * @param action takes whether it may have committed, and whether it may have changed
	 * data
	 * @return whether there is an open transaction
	 */
	boolean afterTransactions(TrackedCall call, BiConsumer<Boolean, Boolean> action) {
		List<OpenTransaction> transactions = this.tracker.openTransactions();
		for (OpenTransaction transaction : transactions) {
			BooleanSupplier changed = changes(call, false, transaction);
			transaction.join(new TransactionSynchronization() {
				@Override
				public void afterCompletion(int status) {
					action.accept(status != STATUS_ROLLED_BACK, changed.getAsBoolean());
				}
			});
		}
		return !transactions.isEmpty();
	}

	/**
	 * Whether a call may have changed data in a transaction, asked when that has ended.
	 */
	private static BooleanSupplier changes(TrackedCall call, boolean succeeded, OpenTransaction transaction) {
		return (succeeded || call.hasOpenChanges()) ? ALWAYS : transaction.watchChanges();
	}

	private Held held(OpenTransaction transaction) {
		boolean committed = false;
		for (TransactionSynchronization participant : transaction.participants()) {
			if (participant instanceof Held held) {
				if (!held.committed) {
					return held;
				}
				committed = true;
			}
		}
		Held held = new Held();
		transaction.join(held);
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

		private final Map<Eviction, List<BooleanSupplier>> evictions = new LinkedHashMap<>();

		private final List<Eviction> withheld = new ArrayList<>();

		// Null until the commit begins.
		private @Nullable Runnable endOfChange;

		private final List<Eviction> carriedOut = new ArrayList<>();

		private boolean committed;

		void add(List<Eviction> more, BooleanSupplier needed) {
			List<Eviction> added = more.stream().filter((eviction) -> !this.evictions.containsKey(eviction)).toList();
			more.forEach((eviction) -> this.evictions.computeIfAbsent(eviction, (ignored) -> new ArrayList<>(1))
				.add(needed));
			if (this.endOfChange != null) {
				withhold(added);
			}
		}

		private List<Eviction> needed() {
			List<Eviction> needed = new ArrayList<>(this.evictions.size());
			this.evictions.forEach((eviction, reasons) -> {
				if (reasons.stream().anyMatch(BooleanSupplier::getAsBoolean)) {
					needed.add(eviction);
				}
			});
			return needed;
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			beginCommit();
		}

		@Override
		public void beforeCompletion() {
			beginCommit();
		}

		void beginCommit() {
			if (this.endOfChange == null) {
				this.endOfChange = begin();
				withhold(List.copyOf(this.evictions.keySet()));
			}
		}

		private void withhold(List<Eviction> evictions) {
			if (!evictions.isEmpty() && this.strategies.withhold(evictions)) {
				this.withheld.addAll(evictions);
			}
		}

		@Override
		public void afterCommit() {
			this.committed = true;
			this.carriedOut.addAll(needed());
			evictNow(this.carriedOut);
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
			if (!this.carriedOut.isEmpty()) {
				this.strategies.evictHereAgain(this.carriedOut);
			}
			List<Eviction> rest = needed();
			rest.removeAll(this.carriedOut);
			evictNow(rest);
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
