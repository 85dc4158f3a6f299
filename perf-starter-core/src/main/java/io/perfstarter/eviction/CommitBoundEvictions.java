package io.perfstarter.eviction;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

import io.perfstarter.coherence.Peers;
import io.perfstarter.coherence.commit.CommitListener;
import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.coherence.commit.OpenTransaction;
import io.perfstarter.coherence.commit.TrackedCall;
import io.perfstarter.coherence.commit.TransactionAccount;
import io.perfstarter.coherence.guard.CacheChanges;
import io.perfstarter.coherence.protocol.Event;
import io.perfstarter.coherence.protocol.PendingCommits;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Defers evictions until the transactions of the calling thread commit, and drops them on
 * rollback. Without a transaction, evicts immediately.
 *
 * <p>
 * An inner {@code REQUIRES_NEW} evicts at its own commit. Deferred evictions are confined
 * to the thread of their transaction. Changes that callers make through guarded caches
 * also take effect at the commit.
 */
final class CommitBoundEvictions implements CacheChanges {

	private static final Runnable NOTHING = () -> {
	};

	private static final BooleanSupplier ALWAYS = () -> true;

	private static final Log logger = LogFactory.getLog(CommitBoundEvictions.class);

	private final EvictionStrategies strategies;

	private final LogOnce doubted = new LogOnce();

	private final LogOnce failed = new LogOnce();

	private final TransactionAccount account;

	private final @Nullable PendingCommits pendingCommits;

	private final Peers peers;

	/**
	 * Creates an instance.
	 * @param strategies carry out the evictions
	 * @param account tracks what calls may have committed
	 * @param pendingCommits the changes in progress, {@code null} without coherence
	 * @param peers the other instances
	 */
	CommitBoundEvictions(EvictionStrategies strategies, TransactionAccount account,
			@Nullable PendingCommits pendingCommits, Peers peers) {
		this.strategies = strategies;
		this.account = account.use();
		this.pendingCommits = pendingCommits;
		this.peers = peers;
	}

	TrackedCall track(CommitListener listener) {
		return this.account.begin(listener);
	}

	/**
	 * Makes a change pending from now on, if its commits could pass unobserved.
	 * @param elsewhere whether the change continues on another thread
	 * @param caches the caches that may become stale
	 * @return ends the change; {@code null} if its commits are observed
	 */
	@Nullable Runnable pendingUnobserved(boolean elsewhere, Collection<String> caches) {
		boolean observed = !elsewhere
				&& (this.account.observesStatements() || !this.account.openTransactions().isEmpty());
		return observed ? null : pending(caches);
	}

	@Override
	public Runnable pending(Collection<String> caches) {
		Runnable endHere = pendingHere(caches);
		Runnable endThere = this.peers.begin(caches);
		return () -> {
			try {
				endThere.run();
			}
			finally {
				endHere.run();
			}
		};
	}

	/**
	 * Makes a change pending on this instance only.
	 */
	private Runnable pendingHere(Collection<String> caches) {
		return (this.pendingCommits != null) ? this.pendingCommits.begin(caches) : NOTHING;
	}

	@Override
	public void doubt(Event event) {
		String cache = event.cache();
		if (this.pendingCommits == null || !this.pendingCommits.doubt(cache)) {
			evict(event);
			return;
		}
		this.peers.doubt(cache);
		if (this.doubted.isFirst(cache)) {
			logger.warn("A value was put into cache '%s' after a miss, but no statement has read it, so it may be new. "
				.formatted(cache)
					+ "After each such put, the other instances serve their present entries of the cache for "
					+ "'perf-starter.coherence.max-staleness' at most; use get(key, loader)");
		}
	}

	/**
	 * Doubts caches after a call whose changes nobody knows. Doubts them now if the call
	 * may have committed changes, and at the commit of each open transaction with
	 * changes.
	 * @param doubting doubts the caches
	 */
	void doubt(TrackedCall call, Collection<String> caches, Runnable doubting) {
		List<OpenTransaction> transactions = this.account.openTransactions();
		for (OpenTransaction transaction : transactions) {
			held(transaction).doubt(new Doubt(caches, changes(call, transaction), doubting));
		}
		if (!transactions.isEmpty()) {
			discard(caches.stream().map(Eviction::ofAll).toList());
		}
		if (call.mayHaveCommitted() || transactions.isEmpty() && call.isUnobserved()) {
			doubting.run();
		}
	}

	/**
	 * Evicts where a doubt has no effect: from caches whose staleness is not bounded, and
	 * by the application's own strategies.
	 * @param managed the caches whose staleness is bounded
	 */
	void evictUndoubted(List<Eviction> evictions, Collection<String> managed) {
		this.strategies.evictUndoubted(evictions,
				evictions.stream().filter((eviction) -> !managed.contains(eviction.cacheName())).toList());
	}

	@Override
	public void doubt(Collection<String> caches, String call) {
		doubtNow(caches, call);
		evictUndoubted(caches.stream().map(Eviction::ofAll).toList(), caches);
	}

	/**
	 * Doubts caches: all instances serve the entries that are cached now for
	 * {@code max-staleness} at most.
	 * @param call the call that causes it, for the log
	 */
	void doubtNow(Collection<String> caches, String call) {
		for (String cache : caches) {
			if (this.pendingCommits == null || !this.pendingCommits.doubtEverywhere(cache)) {
				evictNow(List.of(Eviction.ofAll(cache)));
				continue;
			}
			this.peers.doubt(cache);
			if (this.failed.isFirst(cache + " " + call)) {
				logger
					.warn("%s has failed after a commit or in it, or has committed after its return, so nobody knows which "
						.formatted(call)
							+ "entries of cache '%s' it has changed: each time, all instances serve the present entries for "
								.formatted(cache)
							+ "'perf-starter.coherence.max-staleness' at most");
			}
		}
	}

	/**
	 * Makes the changes of a call pending from the commit of each open transaction, if
	 * the call has not ended by then.
	 */
	void pendingFromCommit(CallCommits commits) {
		this.account.openTransactions().forEach((transaction) -> transaction.join(new TransactionSynchronization() {

			private @Nullable CommitInProgress commit;

			@Override
			public void beforeCommit(boolean readOnly) {
				beforeCompletion();
			}

			@Override
			public void beforeCompletion() {
				if (this.commit == null && !commits.hasEnded()) {
					this.commit = commits.committing(false);
				}
			}

			@Override
			public void afterCompletion(int status) {
				if (this.commit != null) {
					this.commit.ended(status != STATUS_ROLLED_BACK);
				}
			}

		}));
	}

	boolean isInTransaction() {
		return !this.account.openTransactions().isEmpty();
	}

	/**
	 * Evicts what the current thread has changed, and discards what it would cache.
	 * @param observed whether a statement in the open transaction is known to be the
	 * change; if not, the change may be in another store, and visible already
	 */
	void evictChanged(List<Eviction> evictions, boolean observed) {
		discard(evictions);
		evict(evictions, this.account.openTransactions(), observed);
	}

	/**
	 * Discards values that the current transaction would cache at its commit.
	 */
	void discard(List<Eviction> evictions) {
		if (TransactionSynchronizationManager.isSynchronizationActive()) {
			this.strategies.discard(evictions);
		}
	}

	@Override
	public void evict(Event event) {
		Eviction eviction = Eviction.of(event);
		if (!eviction.isEmpty()) {
			evict(List.of(eviction));
		}
	}

	void evict(List<Eviction> evictions) {
		List<OpenTransaction> transactions = this.account.openTransactions();
		evict(evictions, transactions, !transactions.isEmpty() && transactions.get(0).mayHaveChanged());
	}

	private void evict(List<Eviction> evictions, List<OpenTransaction> transactions, boolean observed) {
		if (evictions.isEmpty()) {
			return;
		}
		transactions.forEach((transaction) -> held(transaction).add(evictions));
		Collection<String> caches = Eviction.cachesOf(evictions);
		if (!transactions.isEmpty() && !observed) {
			// Costs nothing if the transaction is shorter than the bound.
			held(transactions.get(0)).pending.add(pendingHere(caches));
		}
		if (mayBeCommitted(transactions)) {
			// The change is visible already, and evictNow tells the other instances.
			Runnable endOfChange = pendingHere(caches);
			try {
				evictNow(evictions);
			}
			finally {
				endOfChange.run();
			}
		}
		this.account.trackUncommitted((withinCall) -> {
			Runnable endOfChange = pending(caches);
			return (committed) -> endOfChange.run();
		}, () -> evictNow(evictions));
	}

	/**
	 * Returns whether a change of the current thread, or of its call on another thread,
	 * may already be committed, outside of the open transactions.
	 */
	private boolean mayBeCommitted(List<OpenTransaction> transactions) {
		return transactions.isEmpty() || transactions.get(transactions.size() - 1).haveChangesBeenCommitted()
				|| this.account.mayCallHaveCommitted();
	}

	void evictNow(List<Eviction> evictions) {
		evictNow(evictions, Set.of());
	}

	private void evictNow(List<Eviction> evictions, Set<Eviction> written) {
		if (!evictions.isEmpty()) {
			this.strategies.evict(evictions, written);
		}
	}

	/**
	 * Writes evictions in a transaction, before its commit.
	 * @return {@code false} if the other instances must be told after the commit
	 */
	private boolean write(OpenTransaction transaction, List<Eviction> evictions) {
		return !evictions.isEmpty() && this.peers.join(transaction, Eviction.events(evictions));
	}

	/**
	 * Runs an action at the completion of each open transaction of the current thread.
	 * @param call a call that may have changed data in these transactions
	 * @param action receives whether the transaction may have committed, and whether the
	 * call may have changed data in it
	 * @return whether there is an open transaction
	 */
	boolean afterTransactions(TrackedCall call, BiConsumer<Boolean, Boolean> action) {
		List<OpenTransaction> transactions = this.account.openTransactions();
		for (OpenTransaction transaction : transactions) {
			BooleanSupplier changed = changes(call, transaction);
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
	 * Returns whether a call, or its caller before it, may have changed data in a
	 * transaction. To be evaluated after the end of the transaction.
	 */
	private static BooleanSupplier changes(TrackedCall call, OpenTransaction transaction) {
		return call.hasOpenChanges() ? ALWAYS : transaction::mayHaveChanged;
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
		Held held = new Held(transaction);
		transaction.join(held);
		if (committed) {
			held.beginCommit();
		}
		return held;
	}

	/**
	 * The deferred evictions of one transaction.
	 */
	private final class Held implements TransactionSynchronization {

		private final EvictionStrategies strategies = CommitBoundEvictions.this.strategies;

		private final Set<Eviction> evictions = new LinkedHashSet<>();

		private final List<Doubt> doubts = new ArrayList<>(0);

		// The entries that are neither served nor cached here until the transaction ends.
		private final List<Eviction> withheld = new ArrayList<>();

		private final List<Eviction> carriedOut = new ArrayList<>();

		private final List<Runnable> pending = new ArrayList<>(0);

		private final OpenTransaction transaction;

		private final Set<Eviction> written = new HashSet<>();

		private boolean begun;

		// True from beforeCommit until the commit.
		private boolean writable;

		private boolean committed;

		Held(OpenTransaction transaction) {
			this.transaction = transaction;
		}

		void add(List<Eviction> more) {
			List<Eviction> added = more.stream().filter(this.evictions::add).toList();
			if (this.begun) {
				protect(added);
			}
		}

		void doubt(Doubt doubt) {
			this.doubts.add(doubt);
			if (this.begun) {
				this.pending.add(beginChange(doubt.caches()));
			}
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			this.writable = !readOnly;
			beginCommit();
		}

		@Override
		public void beforeCompletion() {
			beginCommit();
		}

		void beginCommit() {
			if (!this.begun) {
				this.begun = true;
				protect(List.copyOf(this.evictions));
				Set<String> doubted = new HashSet<>();
				this.doubts.forEach((doubt) -> doubted.addAll(doubt.caches()));
				if (!doubted.isEmpty()) {
					this.pending.add(beginChange(doubted));
				}
			}
		}

		/**
		 * Protects readers on this instance. Writes what is certain in the transaction,
		 * for the other instances. What may still change, such as at the flush of an
		 * entity manager, is pending on them. A rollback concerns nobody.
		 */
		private void protect(List<Eviction> added) {
			List<Eviction> certain = this.writable ? added : List.of();
			List<Eviction> rest = added;
			if (write(this.transaction, certain)) {
				this.written.addAll(certain);
				withhold(certain, CommitBoundEvictions.this::pendingHere);
				rest = added.stream().filter((eviction) -> !this.written.contains(eviction)).toList();
			}
			withhold(rest, this::beginChange);
		}

		private Runnable beginChange(Collection<String> caches) {
			return this.transaction.isCommitting() ? CommitBoundEvictions.this.pending(caches) : pendingHere(caches);
		}

		private void withhold(List<Eviction> added, Function<Collection<String>, Runnable> change) {
			if (!added.isEmpty()) {
				this.pending.add(change.apply(Eviction.cachesOf(added)));
				if (this.strategies.withhold(added)) {
					this.withheld.addAll(added);
				}
			}
		}

		@Override
		public void afterCommit() {
			this.committed = true;
			this.writable = false;
			this.carriedOut.addAll(this.evictions);
			evictNow(this.carriedOut, this.written);
		}

		@Override
		public void afterCompletion(int status) {
			this.writable = false;
			try {
				if (status != STATUS_ROLLED_BACK) {
					evictFinally();
				}
			}
			finally {
				release();
			}
		}

		private void release() {
			try {
				if (!this.withheld.isEmpty()) {
					this.strategies.release(this.withheld);
				}
			}
			finally {
				this.pending.forEach(Runnable::run);
			}
		}

		/**
		 * Evicts what {@code afterCommit} has not: another synchronization may have
		 * thrown before it, or the outcome is unknown. Also evicts entries that were
		 * loaded between the commit and the first eviction.
		 */
		private void evictFinally() {
			if (!this.carriedOut.isEmpty()) {
				this.strategies.evictHereAgain(this.carriedOut);
			}
			List<Eviction> rest = new ArrayList<>(this.evictions);
			rest.removeAll(this.carriedOut);
			evictNow(rest, this.written);
			this.doubts.stream()
				.filter((doubt) -> doubt.needed().getAsBoolean())
				.forEach((doubt) -> doubt.doubting().run());
		}

	}

	/**
	 * A doubt that applies if a transaction commits changes of a call.
	 *
	 * @param caches the doubted caches
	 * @param needed whether the transaction may have changes; evaluated after its end
	 * @param doubting doubts the caches
	 */
	private record Doubt(Collection<String> caches, BooleanSupplier needed, Runnable doubting) {

	}

}
