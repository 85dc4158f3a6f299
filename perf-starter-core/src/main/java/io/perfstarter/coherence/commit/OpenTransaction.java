package io.perfstarter.coherence.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.ResourceHolderSupport;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * An open transaction of the current thread. Confined to its thread.
 *
 * <p>
 * Participants can join it until it ends, even while the transaction of another manager
 * has suspended its synchronizations. After a commit attempt, participants receive
 * {@code UNKNOWN} for a rollback: JPA reports a commit without a response as one.
 */
public final class OpenTransaction implements TransactionSynchronization {

	// The value of begin if the transaction manager has not announced the transaction.
	private static final long UNANNOUNCED = Long.MAX_VALUE;

	private final ThreadActivity thread;

	private final @Nullable OpenTransaction outer;

	private final List<TransactionSynchronization> participants = new ArrayList<>(1);

	final long begin;

	private final List<Object> boundBefore;

	private final long writesBefore;

	private final long changesCommittedBefore;

	private List<Object> resources = List.of();

	private boolean observed;

	boolean mayWrite;

	private long commitsBefore = -1;

	private boolean committing;

	private boolean committed;

	private boolean registered;

	boolean suspended;

	boolean hasBeenSuspended;

	private boolean ended;

	private OpenTransaction(ThreadActivity thread, long begin) {
		this.thread = thread;
		this.begin = begin;
		this.outer = thread.transaction;
		this.writesBefore = thread.writes;
		this.changesCommittedBefore = thread.changesCommitted;
		this.boundBefore = (begin != UNANNOUNCED) ? bound() : List.of();
		thread.transaction = this;
	}

	/**
	 * Opens a transaction of the current thread. An opened transaction that has not begun
	 * by now never will, because another listener has failed before.
	 * @param begin the time before anything was read in it
	 */
	static void begins(ThreadActivity thread, long begin) {
		while (thread.transaction != null && thread.transaction.isBeginning()) {
			thread.transaction.neverBegun();
		}
		new OpenTransaction(thread, begin);
	}

	/**
	 * Opens a transaction of the current thread whose manager has not announced it.
	 */
	static OpenTransaction unannounced(ThreadActivity thread) {
		OpenTransaction transaction = new OpenTransaction(thread, UNANNOUNCED);
		transaction.begun(false);
		return transaction;
	}

	/**
	 * Registers the transaction, which has begun.
	 * @param observed whether its changes are known from its statements
	 */
	void begun(boolean observed) {
		this.observed = observed;
		this.mayWrite = !TransactionSynchronizationManager.isCurrentTransactionReadOnly();
		this.resources = bound().stream().filter(this::takesPart).toList();
		this.registered = true;
		TransactionSynchronizationManager.registerSynchronization(this);
	}

	private static List<Object> bound() {
		return List.copyOf(TransactionSynchronizationManager.getResourceMap().values());
	}

	/**
	 * Returns whether a resource is part of the transaction. A resource that was bound
	 * before takes no part in it, such as the persistence context of another unit.
	 */
	private boolean takesPart(Object resource) {
		return !(resource instanceof ResourceHolderSupport holder) || holder.isSynchronizedWithTransaction()
				|| !contains(this.boundBefore, resource);
	}

	private static boolean contains(Collection<Object> resources, Object resource) {
		return resources.stream().anyMatch((each) -> each == resource);
	}

	/**
	 * Closes the innermost transaction, which has failed to begin, or whose end would not
	 * be notified.
	 */
	void neverBegun() {
		this.thread.transaction = this.outer;
	}

	@Nullable OpenTransaction outer() {
		return this.outer;
	}

	boolean isBeginning() {
		return !this.registered;
	}

	/**
	 * Returns whether synchronizations that the thread registers belong to this
	 * transaction.
	 */
	boolean acceptsSynchronizations() {
		return this.registered && !this.suspended && !this.ended;
	}

	/**
	 * Returns whether statements of the current thread may run in this transaction. If
	 * another manager begins a transaction, Spring suspends the synchronizations of this
	 * one, but its connection stays bound.
	 */
	boolean isBound() {
		if (!this.suspended) {
			return true;
		}
		Collection<Object> bound = TransactionSynchronizationManager.getResourceMap().values();
		return this.resources.stream().anyMatch((mine) -> contains(bound, mine));
	}

	boolean isAnnounced() {
		return this.begin != UNANNOUNCED;
	}

	/**
	 * Returns whether a resource was bound to the current thread before this transaction.
	 * @param resource a resource that is bound now
	 * @return {@code false} if this transaction has bound it
	 */
	public boolean found(Object resource) {
		return contains(this.boundBefore, resource);
	}

	/**
	 * Returns the participants of this transaction.
	 * @return the participants, in the order in which they joined
	 */
	public List<TransactionSynchronization> participants() {
		return List.copyOf(this.participants);
	}

	/**
	 * Adds a participant. If it joins during a callback, it takes part from the next
	 * callback on.
	 * @param participant called at the end of this transaction
	 */
	public void join(TransactionSynchronization participant) {
		this.participants.add(participant);
	}

	/**
	 * Returns whether this transaction has bound a resource, such as a connection.
	 * @param resource the resource that is bound to the current thread
	 * @return {@code false} if an outer transaction has bound it
	 */
	public boolean owns(Object resource) {
		return contains(this.resources, resource) && (this.outer == null || !contains(this.outer.resources, resource));
	}

	/**
	 * Returns whether the thread may have changed data in this transaction, or in a
	 * transaction within it.
	 * @return {@code true} also if its statements are not observed
	 */
	public boolean mayHaveChanged() {
		return !this.observed || !this.thread.observesStatements() || this.thread.writes != this.writesBefore;
	}

	/**
	 * Returns whether its thread has committed changes since the begin of the
	 * transaction: in another transaction, without a transaction, or already in this one.
	 * @return whether a change is committed, even if this transaction is rolled back
	 */
	public boolean haveChangesBeenCommitted() {
		return this.thread.changesCommitted != this.changesCommittedBefore;
	}

	/**
	 * Returns whether the commit of this transaction has begun.
	 * @return {@code false} also after a rollback without an attempt to commit
	 */
	public boolean isCommitting() {
		return this.committing;
	}

	/**
	 * Returns whether this transaction is committed.
	 * @return {@code false} before the end of the commit, and after a rollback
	 */
	public boolean isCommitted() {
		return this.committed;
	}

	/**
	 * Returns whether a commit of this transaction was attempted, so that later changes
	 * are no part of it.
	 */
	boolean isCommitAttempted() {
		return this.commitsBefore >= 0 && this.thread.commits != this.commitsBefore;
	}

	/**
	 * Runs before all other synchronizations: if one of them throws, Spring does not call
	 * the later ones.
	 */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
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

	@Override
	public void beforeCommit(boolean readOnly) {
		this.committing = true;
		ending();
		participants().forEach((participant) -> participant.beforeCommit(readOnly));
	}

	@Override
	public void beforeCompletion() {
		ending();
		participants().forEach(TransactionSynchronization::beforeCompletion);
	}

	private void ending() {
		if (this.commitsBefore < 0) {
			this.commitsBefore = this.thread.commits;
		}
	}

	@Override
	public void afterCommit() {
		this.committed = true;
		participants().forEach(TransactionSynchronization::afterCommit);
	}

	@Override
	public void afterCompletion(int status) {
		if (status != STATUS_COMMITTED) {
			this.thread.rollbacks++;
		}
		int outcome = (status == STATUS_ROLLED_BACK && isCommitAttempted()) ? STATUS_UNKNOWN : status;
		this.ended = true;
		// A transaction that shares the synchronizations of its outer transaction may end
		// after the outer one.
		while (this.thread.transaction != null && this.thread.transaction.ended) {
			this.thread.transaction = this.thread.transaction.outer;
		}
		participants().forEach((participant) -> participant.afterCompletion(outcome));
	}

}
