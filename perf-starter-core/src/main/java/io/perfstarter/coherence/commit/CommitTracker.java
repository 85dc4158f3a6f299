package io.perfstarter.coherence.commit;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;

import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.coherence.guard.ThreadWork;
import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.jdbc.Execution.Kind;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.SqlStatement;
import io.perfstarter.jdbc.StatementEffect;
import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.TransactionStatus;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.util.ClassUtils;

/**
 * Tracks what calls may have committed, by the statements and the transactions of their
 * threads. Thread-safe.
 *
 * <p>
 * A commit counts when the transaction executed a statement that may change data. Work of
 * another thread is attributed to a call if that thread is not in a tracked call itself,
 * serves the same request or none, and borrows its connection, changes data or commits
 * during the call.
 */
public final class CommitTracker implements JdbcListener, TransactionExecutionListener, ThreadWork {

	private static final boolean JDBC_PRESENT = ClassUtils.isPresent(
			"org.springframework.jdbc.datasource.JdbcTransactionObjectSupport", CommitTracker.class.getClassLoader());

	/**
	 * Classes of SQL states of a failed statement without effect: data exception,
	 * integrity constraint violation, syntax error or access rule violation.
	 */
	private static final Set<String> WITHOUT_EFFECT = Set.of("22", "23", "42");

	/**
	 * Class of SQL states of a transaction that the database has rolled back.
	 */
	private static final String TRANSACTION_ROLLBACK = "40";

	private final Set<TrackedCall> open = ConcurrentHashMap.newKeySet();

	private final Map<ConnectionUsage, HandedOver> handedOver = new ConcurrentHashMap<>();

	private final ThreadLocal<ThreadActivity> threads = ThreadLocal.withInitial(ThreadActivity::new);

	// Whether a call has been tracked or the writes of a thread were asked for. An
	// application without caches does not pay for the analysis of its statements.
	private volatile boolean used;

	private final BooleanSupplier coverage;

	private final Supplier<@Nullable Object> request;

	/**
	 * Creates a tracker.
	 * @param coverage whether all statements are observed
	 * @param request supplies the request that the current thread serves, {@code null} if
	 * none; always the same object for the same request
	 */
	public CommitTracker(BooleanSupplier coverage, Supplier<@Nullable Object> request) {
		this.coverage = coverage;
		this.request = request;
	}

	/**
	 * Starts to track a call of the current thread. The caller must invoke
	 * {@link TrackedCall#leaveThread} on the same thread, then
	 * {@link TrackedCall#close(Runnable)} on any thread.
	 * @param listener receives the commits of its changes
	 * @return the call
	 */
	public TrackedCall begin(CommitListener listener) {
		this.used = true;
		ThreadActivity thread = this.threads.get();
		TrackedCall call = new TrackedCall(this, thread.call, this.request.get(), listener);
		thread.call = call;
		this.open.add(call);
		return call;
	}

	void leaveThread(TrackedCall call) {
		ThreadActivity thread = this.threads.get();
		thread.call = call.outer();
		if (isChangedOutsideOfSpring(thread)) {
			thread.inTransactions()
				.stream()
				.filter(ConnectionUsage::isChanged)
				.forEach((lease) -> handedOver(lease).add(List.of(call)));
		}
	}

	/**
	 * Returns whether a thread has made changes that no transaction of Spring will
	 * commit. The caller will do it, who may have made them before the call, or Spring,
	 * if they were made after the commit of its transaction.
	 */
	private boolean isChangedOutsideOfSpring(ThreadActivity thread) {
		return thread.inTransactions().stream().anyMatch(ConnectionUsage::isChanged)
				&& openTransactions().stream().allMatch(OpenTransaction::isCommitAttempted);
	}

	/**
	 * Tracks changes that the current thread has made and that no transaction of Spring
	 * will commit, if there are any.
	 * @param listener receives their commits
	 * @param lateCommit runs at their commits
	 */
	public void trackUncommitted(CommitListener listener, Runnable lateCommit) {
		if (isChangedOutsideOfSpring(this.threads.get())) {
			TrackedCall call = begin(listener);
			call.leaveThread();
			call.close(lateCommit);
		}
	}

	void close(TrackedCall call) {
		this.open.remove(call);
	}

	/**
	 * Returns whether all statements are observed.
	 * @return {@code false} if changes may be committed unnoticed
	 */
	public boolean observesStatements() {
		return this.coverage.getAsBoolean();
	}

	@Override
	public long writes() {
		this.used = true;
		return observesStatements() ? this.threads.get().writes : UNKNOWN;
	}

	@Override
	public long rollbacks() {
		return this.threads.get().rollbacks;
	}

	@Override
	public long silentRollbacks() {
		return this.threads.get().silentRollbacks;
	}

	/**
	 * In a read-only transaction of Spring, a function that might change data does not.
	 */
	@Override
	public boolean hasUncommitted() {
		this.used = true;
		boolean readOnly = TransactionSynchronizationManager.isActualTransactionActive()
				&& TransactionSynchronizationManager.isCurrentTransactionReadOnly();
		return this.threads.get()
			.inTransactions()
			.stream()
			.anyMatch((lease) -> lease.hasFailed() || (!readOnly && lease.isChanged()));
	}

	@Override
	public long transactionBegin() {
		long begin = Long.MAX_VALUE;
		for (ConnectionUsage lease : this.threads.get().inTransactions()) {
			begin = Math.min(begin, lease.transactionBegin());
		}
		return begin;
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
			if (other != current && other.isBound()) {
				transactions.add(other);
			}
		}
		return transactions;
	}

	/**
	 * Returns the transaction that accepts synchronizations. Registers it if its manager
	 * does not notify this listener.
	 */
	private static @Nullable OpenTransaction current(ThreadActivity thread) {
		if (!TransactionSynchronizationManager.isActualTransactionActive()
				|| !TransactionSynchronizationManager.isSynchronizationActive()) {
			return null;
		}
		OpenTransaction innermost = thread.transaction;
		return (innermost != null && innermost.acceptsSynchronizations()) ? innermost
				: OpenTransaction.register(thread, () -> false);
	}

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
		if (failure == null && isWhole(transaction) && TransactionSynchronizationManager.isSynchronizationActive()) {
			OpenTransaction.register(this.threads.get(), isOfJdbc(transaction) ? this.coverage : () -> false);
		}
	}

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		if (isTracking() && mayHaveChangedUnobserved(transaction)) {
			commitBegins(transaction, handingOverToUntracked());
		}
	}

	@Override
	public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
		if (mayHaveChangedUnobserved(transaction)) {
			this.threads.get().changesCommitted++;
			if (isTracking()) {
				eachCall(TrackedCall::committed);
				handingOverToUntracked().forEach(TrackedCall::committed);
			}
		}
		commitEnded(transaction, true);
	}

	private boolean mayHaveChangedUnobserved(TransactionExecution transaction) {
		return isWhole(transaction) && !transaction.isReadOnly()
				&& !(this.used && isOfJdbc(transaction) && observesStatements());
	}

	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable failure) {
		commitEnded(transaction, false);
		if (failure == null && isWhole(transaction)) {
			eachCall(TrackedCall::rolledBack);
		}
	}

	/**
	 * Returns whether it is a transaction of the thread and not a savepoint.
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
		if (!this.open.isEmpty()) {
			handOver(lease);
		}
	}

	/**
	 * Records the calls on whose behalf the current thread may use a connection, which it
	 * may have borrowed before them.
	 */
	private @Nullable HandedOver handOver(ConnectionUsage lease) {
		List<TrackedCall> calls = handingOverToUntracked();
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

	private List<TrackedCall> handingOverToUntracked() {
		return (this.threads.get().call == null) ? handingOver() : List.of();
	}

	/**
	 * Returns the calls that may have handed work to the current thread.
	 */
	private List<TrackedCall> handingOver() {
		if (this.open.isEmpty()) {
			return List.of();
		}
		Object request = this.request.get();
		return this.open.stream().filter((call) -> call.mayHaveHandedTo(request)).toList();
	}

	@Override
	public void executing(ConnectionUsage lease, Execution execution) {
		if (execution.kind() == Kind.COMMIT) {
			committing(lease);
		}
		else if (execution.isStatement() && isTracking()) {
			StatementEffect effect = effect(execution, null);
			if (effect == StatementEffect.ANYTHING || effect == StatementEffect.CHANGE && execution.autoCommit()) {
				commitBegins(lease, handedOverCalls(lease));
			}
		}
	}

	@Override
	public void executed(ConnectionUsage lease, Execution execution, long endedAt, @Nullable SQLException failure) {
		switch (execution.kind()) {
			case QUERY, UPDATE, ANY, BATCH -> executed(lease, execution, failure);
			case COMMIT -> committed(lease);
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
		// Any statement may be a change of a call that begins later.
		StatementEffect effect = this.used ? effect(execution, failure) : StatementEffect.CHANGE;
		if (!execution.autoCommit()) {
			this.threads.get().executedInTransaction(lease, execution.startedAt());
		}
		failed(lease, execution, failure);
		if (lease.readsUncommitted()) {
			// What it has read may be rolled back.
			this.threads.get().rollbacks++;
		}
		if (effect != StatementEffect.NONE) {
			if (!execution.autoCommit()) {
				lease.markChanged();
			}
			changed(lease, !execution.autoCommit(), execution.autoCommit() || effect == StatementEffect.ANYTHING);
		}
		if (effect == StatementEffect.ROLLBACK) {
			this.threads.get().rollbacks++;
		}
		commitEnded(lease, effect != StatementEffect.NONE);
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
		this.threads.get().executedInTransaction(lease, System.nanoTime());
		lease.markChanged();
		changed(lease, true, true);
		eachCall((call) -> call.committing(false).ended(true));
		handedOverCalls(lease).forEach((call) -> call.committing(false).ended(true));
	}

	private void changed(ConnectionUsage lease, boolean inTransaction, boolean mayBeCommitted) {
		ThreadActivity thread = this.threads.get();
		thread.writes++;
		if (mayBeCommitted) {
			thread.changesCommitted++;
		}
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

	private List<TrackedCall> handedOverCalls(ConnectionUsage lease) {
		HandedOver handedOver = handOver(lease);
		return (handedOver != null) ? handedOver.calls() : List.of();
	}

	/**
	 * Notifies the calls for which a commit of the current thread may happen now.
	 * Statements of the listeners themselves are not reported, because they would be
	 * reported without end.
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

	private void commitEnded(Object commit, boolean committed) {
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

	private void committing(ConnectionUsage lease) {
		if (isTracking() && lease.isChanged()) {
			commitBegins(lease, handedOverCalls(lease));
		}
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
		if (isTracking()) {
			eachCall((call) -> call.committed(lease, changed));
			HandedOver handedOver = this.handedOver.get(lease);
			if (handedOver != null && changed) {
				handedOver.committed();
			}
		}
		commitEnded(lease, changed);
	}

	private void rolledBack(ConnectionUsage lease) {
		ThreadActivity thread = this.threads.get();
		boolean changed = thread.transactionEnded(lease);
		if (changed) {
			thread.rollbacks++;
		}
		if (isTracking()) {
			eachCall((call) -> call.forget(lease));
			HandedOver handedOver = this.handedOver.get(lease);
			if (handedOver != null && changed) {
				handedOver.rolledBack();
			}
		}
	}

	private void rolledBackToSavepoint(ConnectionUsage lease) {
		lease.failed(false);
		if (lease.isChanged()) {
			this.threads.get().rollbacks++;
		}
	}

	@Override
	public void returned(ConnectionUsage lease) {
		this.threads.get().transactionEnded(lease);
		if (isTracking()) {
			eachCall((call) -> call.forget(lease));
			this.handedOver.remove(lease);
		}
	}

	/**
	 * Returns this listener, because warm-up requests are tracked like all others.
	 */
	@Override
	public JdbcListener forWarmup() {
		return this;
	}

	private boolean isTracking() {
		return !this.open.isEmpty() || !this.handedOver.isEmpty();
	}

	private void eachCall(Consumer<TrackedCall> action) {
		for (TrackedCall call = this.threads.get().call; call != null; call = call.outer()) {
			action.accept(call);
		}
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
