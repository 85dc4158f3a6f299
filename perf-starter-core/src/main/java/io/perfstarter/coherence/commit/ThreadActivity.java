package io.perfstarter.coherence.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;

import io.perfstarter.coherence.commit.CommitListener.CommitInProgress;
import io.perfstarter.jdbc.ConnectionUsage;
import org.jspecify.annotations.Nullable;

/**
 * The state of a thread: its innermost tracked call, its open transactions, and the
 * numbers of attempted commits and of statements that may have changed data. Confined to
 * its thread.
 */
final class ThreadActivity {

	private final BooleanSupplier coverage;

	@Nullable TrackedCall call;

	@Nullable OpenTransaction transaction;

	long commits;

	boolean notifying;

	// The commits in progress, by connection usage or transaction.
	final Map<Object, List<CommitInProgress>> commitsInProgress = new HashMap<>(2);

	// The connections in whose open transactions this thread has executed statements.
	private final Collection<ConnectionUsage> inTransactions = new ArrayList<>(0);

	// The connections that this thread has borrowed or used, and that are not returned.
	private final Collection<ConnectionUsage> used = new ArrayList<>(1);

	long statements;

	long writes;

	// The number of commits of changes of this thread that have succeeded.
	long changesCommitted;

	long rollbacks;

	// The number of commits that the database has answered with a rollback.
	long silentRollbacks;

	ThreadActivity(BooleanSupplier coverage) {
		this.coverage = coverage;
	}

	boolean observesStatements() {
		return this.coverage.getAsBoolean();
	}

	void executedInTransaction(ConnectionUsage lease, long startedAt) {
		lease.transactionBegins(startedAt);
		if (!inTransactions().contains(lease)) {
			this.inTransactions.add(lease);
		}
	}

	void uses(ConnectionUsage lease) {
		if (!this.used.contains(lease)) {
			used().add(lease);
		}
	}

	void returned(ConnectionUsage lease) {
		this.used.remove(lease);
	}

	/**
	 * Returns the connections that this thread has borrowed or used. Another thread may
	 * have returned them.
	 */
	Collection<ConnectionUsage> used() {
		if (!this.used.isEmpty()) {
			this.used.removeIf(ConnectionUsage::isReturned);
		}
		return this.used;
	}

	/**
	 * Records the end of a transaction, if any.
	 * @return whether it may have changed data
	 */
	boolean transactionEnded(ConnectionUsage lease) {
		this.inTransactions.remove(lease);
		return lease.transactionEnds();
	}

	/**
	 * Returns the connections in whose open transactions this thread has executed
	 * statements. Another thread may have ended them.
	 */
	Collection<ConnectionUsage> inTransactions() {
		if (!this.inTransactions.isEmpty()) {
			this.inTransactions.removeIf((lease) -> lease.transactionBegin() == ConnectionUsage.NO_TRANSACTION);
		}
		return this.inTransactions;
	}

}
