package io.perfstarter.coherence.commit;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.SqlStatement;
import io.perfstarter.jdbc.StatementEffect;
import io.perfstarter.support.SilentRollbacks;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Records what each thread does in databases: its transactions, begun by Spring or on a
 * connection, and the changes, commits and rollbacks in them. Thread-safe: the record of
 * each thread is confined to this thread.
 *
 * <p>
 * An application without caches does not pay for the account. Until its first use,
 * transactions of Spring count as not announced, and every statement counts as a change.
 */
public final class TransactionAccount implements JdbcListener, TransactionExecutionListener, SilentRollbacks {

	/**
	 * The number of writes if not all statements are observed.
	 */
	public static final long UNKNOWN = -1;

	private static final boolean JDBC_PRESENT = ClassUtils.isPresent(
			"org.springframework.jdbc.datasource.JdbcTransactionObjectSupport",
			TransactionAccount.class.getClassLoader());

	private static final String CONSTRAINT_VIOLATION = "23";

	// Classes of SQL states of a failed statement without effect: data exception,
	// integrity constraint violation, syntax error or access rule violation.
	private static final Set<String> WITHOUT_EFFECT = Set.of("22", CONSTRAINT_VIOLATION, "42");

	// Class of SQL states of a transaction that the database has rolled back.
	private static final String TRANSACTION_ROLLBACK = "40";

	private static final String COMPLETION_UNKNOWN = "40003";

	private final BooleanSupplier coverage;

	private final LongSupplier clock;

	private final ThreadLocal<ThreadActivity> threads;

	private final CommitTracker commits;

	private volatile boolean used;

	/**
	 * Creates an account.
	 * @param coverage whether all statements are observed
	 * @param clock a monotonic clock in nanoseconds, the same as the clock of the
	 * statements
	 * @param request supplies the request that the current thread serves, {@code null} if
	 * none; always the same object for the same request
	 */
	public TransactionAccount(BooleanSupplier coverage, LongSupplier clock, Supplier<@Nullable Object> request) {
		this.coverage = coverage;
		this.clock = clock;
		this.threads = ThreadLocal.withInitial(() -> new ThreadActivity(coverage));
		this.commits = new CommitTracker(this.threads::get, request);
	}

	/**
	 * Activates the account.
	 * @return this account
	 */
	public TransactionAccount use() {
		if (!this.used) {
			this.used = true;
		}
		return this;
	}

	/**
	 * Starts to track a call of the current thread. The caller must invoke
	 * {@link TrackedCall#leaveThread} on the same thread, then
	 * {@link TrackedCall#close(Runnable)} on any thread.
	 * @param listener receives the commits of its changes
	 * @return the call
	 */
	public TrackedCall begin(CommitListener listener) {
		return this.commits.begin(use(), listener);
	}

	void leaveThread(TrackedCall call) {
		this.commits.leaveThread(call, usedOutsideOfSpring());
	}

	void close(TrackedCall call) {
		this.commits.close(call);
	}

	/**
	 * Returns the connections of the current thread that no transaction of Spring will
	 * commit. The caller commits them, and may make changes before or after the call.
	 * Spring commits changes that were made after the commit of its transaction.
	 */
	private List<ConnectionUsage> usedOutsideOfSpring() {
		Collection<ConnectionUsage> open = this.threads.get().used();
		if (open.isEmpty()) {
			return List.of();
		}
		List<ConnectionUsage> used = open.stream().filter((lease) -> lease.isChanged() || lease.isManual()).toList();
		boolean outside = !used.isEmpty() && openTransactions().stream().allMatch(OpenTransaction::isCommitAttempted);
		return outside ? used : List.of();
	}

	/**
	 * Tracks the changes of the current thread, past and future, on its connections that
	 * no transaction of Spring will commit.
	 * @param listener receives their commits
	 * @param lateCommit runs at their commits
	 */
	public void trackUncommitted(CommitListener listener, Runnable lateCommit) {
		if (!usedOutsideOfSpring().isEmpty()) {
			TrackedCall call = begin(listener);
			call.leaveThread();
			call.close(lateCommit);
		}
	}

	/**
	 * Returns whether the innermost tracked call of the current thread may have committed
	 * changes, on any thread.
	 * @return {@code false} without a tracked call
	 */
	public boolean mayCallHaveCommitted() {
		TrackedCall call = this.threads.get().call;
		return call != null && call.mayHaveCommitted();
	}

	/**
	 * Returns whether all statements are observed.
	 * @return {@code false} if changes may be committed unnoticed
	 */
	public boolean observesStatements() {
		return this.coverage.getAsBoolean();
	}

	/**
	 * Counts the statements of the current thread that may have changed data.
	 * @return a number that grows with each such statement, or {@link #UNKNOWN}
	 */
	public long writes() {
		return observesStatements() ? this.threads.get().writes : UNKNOWN;
	}

	/**
	 * Counts the statements of the current thread.
	 * @return a number that grows with each observed statement
	 */
	public long statements() {
		return this.threads.get().statements;
	}

	/**
	 * Counts the rollbacks of transactions in which the current thread may have changed
	 * data, to a savepoint or complete, and the statements that may have read what
	 * another transaction rolls back.
	 * @return a number that grows with each rollback
	 */
	public long rollbacks() {
		ThreadActivity thread = this.threads.get();
		return thread.rollbacks + thread.silentRollbacks;
	}

	@Override
	public long silentRollbacks() {
		return this.threads.get().silentRollbacks;
	}

	/**
	 * Returns the earliest time from which a value that the current thread reads now may
	 * originate: the begin of its oldest open transaction, whether Spring knows the
	 * transaction or not.
	 * @return the time by the clock, {@link Long#MAX_VALUE} without a transaction,
	 * {@link Long#MIN_VALUE} if the begin of the transaction is known neither from its
	 * manager nor from its statements
	 */
	public long oldestRead() {
		ThreadActivity thread = this.threads.get();
		OpenTransaction current = current(thread);
		boolean announced = current == null || current.isAnnounced();
		if (!announced && !observesStatements()) {
			return Long.MIN_VALUE;
		}
		long oldest = Long.MAX_VALUE;
		boolean outsideOfAnother = false;
		for (OpenTransaction one = thread.transaction; one != null; one = one.outer()) {
			boolean bound = one.isBound();
			oldest = bound ? Math.min(oldest, one.begin) : oldest;
			outsideOfAnother |= !bound;
		}
		if (!announced || !outsideOfAnother) {
			for (ConnectionUsage lease : thread.inTransactions()) {
				oldest = Math.min(oldest, lease.transactionBegin());
			}
		}
		return oldest;
	}

	/**
	 * Returns whether a value that the current thread reads outside of the current
	 * transaction of Spring may be rolled back: a statement has failed, or an outer
	 * transaction of another manager, or a transaction that Spring does not know, may
	 * have changed the value. If the thread has a suspended transaction, it is unknown
	 * which transaction has changed data. A function that may change data counts as
	 * reading in a read-only transaction of Spring.
	 * @return {@code false} if statements are not observed
	 */
	public boolean mayReadUncommitted() {
		ThreadActivity thread = this.threads.get();
		boolean outsideOfAnother = false;
		for (OpenTransaction one = thread.transaction; one != null; one = one.outer()) {
			if (one.isBound()) {
				if (one.mayWrite && one.suspended) {
					return true;
				}
			}
			else {
				outsideOfAnother = true;
			}
		}
		if (outsideOfAnother) {
			return false;
		}
		boolean readOnly = TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isCurrentTransactionReadOnly();
		return thread.inTransactions()
			.stream()
			.anyMatch((lease) -> lease.hasFailed() || (!readOnly && lease.isChanged()));
	}

	/**
	 * Returns whether an open transaction in which the current thread may read was
	 * suspended. Its snapshot may lack what was changed meanwhile.
	 * @return whether there is such a transaction
	 */
	public boolean hasBeenSuspended() {
		for (OpenTransaction one = this.threads.get().transaction; one != null; one = one.outer()) {
			if (one.hasBeenSuspended && one.isBound()) {
				return true;
			}
		}
		return false;
	}

	/**
	 * Returns the outermost open transaction of the thread that was announced.
	 * @return the transaction, {@code null} without one
	 */
	public @Nullable OpenTransaction outermost() {
		OpenTransaction outermost = null;
		for (OpenTransaction one = this.threads.get().transaction; one != null; one = one.outer()) {
			outermost = one.isAnnounced() ? one : outermost;
		}
		return outermost;
	}

	/**
	 * Returns the open transactions in which statements of the current thread may run.
	 * @return the innermost first; more than one if the thread uses several transaction
	 * managers
	 */
	public List<OpenTransaction> openTransactions() {
		ThreadActivity thread = this.threads.get();
		OpenTransaction current = current(thread);
		if (current == null && thread.transaction == null) {
			return List.of();
		}
		List<OpenTransaction> transactions = new ArrayList<>(2);
		if (current != null) {
			transactions.add(current);
		}
		for (OpenTransaction other = thread.transaction; other != null; other = other.outer()) {
			if (other != current && !other.isBeginning() && other.isBound()) {
				transactions.add(other);
			}
		}
		return transactions;
	}

	/**
	 * Returns the transaction that accepts synchronizations. Registers the transaction if
	 * its manager does not notify this listener.
	 */
	private static @Nullable OpenTransaction current(ThreadActivity thread) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()
				|| !TransactionSynchronizationManager.isSynchronizationActive()) {
			return null;
		}
		OpenTransaction innermost = thread.transaction;
		while (innermost != null && innermost.isBeginning()) {
			innermost = innermost.outer();
		}
		return (innermost != null && innermost.acceptsSynchronizations()) ? innermost
				: OpenTransaction.unannounced(thread);
	}

	@Override
	public void beforeBegin(TransactionExecution transaction) {
		if (this.used && isWhole(transaction)) {
			OpenTransaction.begins(this.threads.get(), this.clock.getAsLong());
		}
	}

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
		OpenTransaction begun = this.threads.get().transaction;
		if (begun == null || !begun.isBeginning() || !isWhole(transaction)) {
			return;
		}
		if (failure == null && TransactionSynchronizationManager.isSynchronizationActive()) {
			begun.begun(isOfJdbc(transaction));
		}
		else {
			begun.neverBegun();
		}
	}

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		if (mayHaveChangedUnobserved(transaction)) {
			this.commits.committing(transaction);
		}
	}

	@Override
	public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
		if (mayHaveChangedUnobserved(transaction)) {
			this.threads.get().changesCommitted++;
			this.commits.committed();
		}
		this.commits.commitEnded(transaction, true);
	}

	private boolean mayHaveChangedUnobserved(TransactionExecution transaction) {
		return isWhole(transaction) && !transaction.isReadOnly()
				&& !(this.used && isOfJdbc(transaction) && observesStatements());
	}

	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable failure) {
		this.commits.commitEnded(transaction, false);
		if (isWhole(transaction)) {
			if (failure == null) {
				this.commits.rolledBack();
			}
		}
		else if (transaction instanceof TransactionStatus) {
			this.threads.get().rollbacks++;
		}
	}

	/**
	 * Returns whether an execution is a transaction of the thread and not a savepoint.
	 */
	private static boolean isWhole(TransactionExecution transaction) {
		return transaction instanceof TransactionStatus && transaction.isNewTransaction();
	}

	/**
	 * Returns whether the changes of a transaction are known from its statements, if
	 * these are observed.
	 */
	private static boolean isOfJdbc(TransactionExecution transaction) {
		return JDBC_PRESENT && JdbcTransactions.contain(transaction);
	}

	@Override
	public void borrowed(ConnectionUsage lease) {
		if (this.used) {
			this.threads.get().uses(lease);
		}
		this.commits.borrowed(lease);
	}

	@Override
	public void executing(ConnectionUsage lease, Execution execution) {
		if (!this.commits.isTracking()) {
			return;
		}
		if (execution.kind() == Kind.COMMIT) {
			if (lease.isChanged()) {
				this.commits.committing(lease);
			}
		}
		else if (execution.isStatement()) {
			StatementEffect effect = effect(execution, null);
			if (effect == StatementEffect.ANYTHING || effect == StatementEffect.CHANGE && execution.autoCommit()) {
				this.commits.committing(lease);
			}
		}
	}

	@Override
	public void executed(ConnectionUsage lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		switch (execution.kind()) {
			case QUERY, UPDATE, ANY, BATCH -> executed(lease, execution, failure);
			case COMMIT -> {
				if (isRefused(failure)) {
					this.commits.commitEnded(lease, false);
				}
				else {
					committed(lease);
				}
			}
			case ROLLBACK -> {
				if (failure == null) {
					rolledBack(lease);
				}
			}
			case ROLLBACK_TO_SAVEPOINT -> {
				if (failure == null) {
					rolledBackToSavepoint(lease);
				}
			}
			case FETCH -> failed(lease, execution, failure);
		}
	}

	private void executed(ConnectionUsage lease, Execution execution, @Nullable SQLException failure) {
		ThreadActivity thread = this.threads.get();
		thread.uses(lease);
		thread.statements++;
		// A call that begins later may commit what this statement has changed.
		StatementEffect effect = this.used ? effect(execution, failure) : StatementEffect.CHANGE;
		boolean begun = effect == StatementEffect.ANYTHING && execution.autoCommit()
				&& SqlStatement.of(execution.sql()).mayBegin();
		if (begun || !execution.autoCommit()) {
			thread.executedInTransaction(lease, execution.startedAt());
		}
		failed(lease, execution, failure);
		if (lease.readsUncommitted()) {
			// What the statement has read may be rolled back.
			thread.rollbacks++;
		}
		if (effect != StatementEffect.NONE) {
			if (begun || !execution.autoCommit()) {
				lease.markChanged();
			}
			changed(lease, !execution.autoCommit(), execution.autoCommit() || effect == StatementEffect.ANYTHING);
		}
		if (effect == StatementEffect.ROLLBACK || effect == StatementEffect.ANYTHING && !execution.autoCommit()) {
			thread.rollbacks++;
		}
		this.commits.commitEnded(lease, effect != StatementEffect.NONE);
	}

	private static void failed(ConnectionUsage lease, Execution execution, @Nullable SQLException failure) {
		if (failure != null && !execution.autoCommit()) {
			if (String.valueOf(failure.getSQLState()).startsWith(TRANSACTION_ROLLBACK)) {
				lease.rolledBack();
			}
			else {
				lease.failed(true);
			}
		}
	}

	/**
	 * Records that a connection was unwrapped. Its work may be committed at any time.
	 */
	@Override
	public void unwrapped(ConnectionUsage lease) {
		this.threads.get().executedInTransaction(lease, this.clock.getAsLong());
		lease.markChanged();
		changed(lease, true, true);
		this.commits.mayCommit(lease);
	}

	private void changed(ConnectionUsage lease, boolean inTransaction, boolean mayBeCommitted) {
		ThreadActivity thread = this.threads.get();
		thread.writes++;
		if (mayBeCommitted) {
			thread.changesCommitted++;
		}
		this.commits.changed(lease, inTransaction, mayBeCommitted);
	}

	/**
	 * Returns whether the database has answered a commit with a rollback, as for a
	 * violated deferred constraint. Without such an answer the outcome is unknown.
	 */
	private static boolean isRefused(@Nullable SQLException failure) {
		String sqlState = (failure != null) ? failure.getSQLState() : null;
		return sqlState != null && !sqlState.equals(COMPLETION_UNKNOWN)
				&& (sqlState.startsWith(TRANSACTION_ROLLBACK) || sqlState.startsWith(CONSTRAINT_VIOLATION));
	}

	private void committed(ConnectionUsage lease) {
		ThreadActivity thread = this.threads.get();
		thread.commits++;
		if (lease.hasFailed()) {
			thread.silentRollbacks++;
		}
		boolean changed = thread.transactionEnded(lease);
		if (changed) {
			thread.changesCommitted++;
		}
		this.commits.committed(lease, changed);
		this.commits.commitEnded(lease, changed);
	}

	private void rolledBack(ConnectionUsage lease) {
		ThreadActivity thread = this.threads.get();
		boolean changed = thread.transactionEnded(lease);
		if (changed) {
			thread.rollbacks++;
		}
		this.commits.rolledBack(lease, changed);
	}

	private void rolledBackToSavepoint(ConnectionUsage lease) {
		lease.failed(false);
		if (lease.isChanged()) {
			this.threads.get().rollbacks++;
		}
	}

	/**
	 * Counts uncommitted changes as rolled back, because the pool rolls them back.
	 */
	@Override
	public void returned(ConnectionUsage lease) {
		ThreadActivity thread = this.threads.get();
		thread.returned(lease);
		if (thread.transactionEnded(lease)) {
			thread.rollbacks++;
		}
		this.commits.returned(lease);
	}

	/**
	 * Returns this listener, because warm-up requests are tracked like all others.
	 */
	@Override
	public JdbcListener forWarmup() {
		return this;
	}

	private StatementEffect effect(Execution execution, @Nullable SQLException failure) {
		StatementEffect effect = SqlStatement.of(execution.sql()).effect();
		if (execution.kind() == Kind.BATCH) {
			return (effect == StatementEffect.NONE) ? StatementEffect.CHANGE : effect;
		}
		boolean refused = effect == StatementEffect.CHANGE && failure != null && isWithoutEffect(failure.getSQLState());
		return (refused) ? StatementEffect.NONE : effect;
	}

	private static boolean isWithoutEffect(@Nullable String sqlState) {
		return sqlState != null && sqlState.length() >= 2 && WITHOUT_EFFECT.contains(sqlState.substring(0, 2));
	}

	/**
	 * Recognizes transactions of data sources and entity managers. A separate class,
	 * because Spring JDBC is optional.
	 */
	private static final class JdbcTransactions {

		private JdbcTransactions() {
		}

		static boolean contain(TransactionExecution transaction) {
			return transaction instanceof DefaultTransactionStatus status && status.hasTransaction()
					&& status.getTransaction() instanceof JdbcTransactionObjectSupport;
		}

	}

}
