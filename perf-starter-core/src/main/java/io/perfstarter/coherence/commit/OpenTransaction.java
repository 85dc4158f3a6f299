package io.perfstarter.coherence.commit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.springframework.core.Ordered;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * An open transaction of the current thread. Confined to its thread.
 *
 * <p>
 * Participants can join it until it ends, even while the transaction of another manager
 * has suspended its synchronizations. A participant never receives {@code ROLLED_BACK}
 * after a commit attempt, because JPA reports a commit without a response as a rollback.
 */
public final class OpenTransaction implements TransactionSynchronization {

	private final ThreadActivity thread;

	private final @Nullable OpenTransaction outer;

	private final List<TransactionSynchronization> participants = new ArrayList<>();

	private final Collection<Object> resources;

	private final BooleanSupplier observed;

	private final long writesBefore;

	private final long changesCommittedBefore;

	private long commitsBefore = -1;

	private boolean committing;

	private boolean suspended;

	private boolean ended;

	private OpenTransaction(ThreadActivity thread, BooleanSupplier observed) {
		this.thread = thread;
		this.observed = observed;
		this.outer = thread.transaction;
		this.writesBefore = thread.writes;
		this.changesCommittedBefore = thread.changesCommitted;
		this.resources = List.copyOf(TransactionSynchronizationManager.getResourceMap().values());
	}

	/**
	 * Registers a transaction of the current thread.
	 * @param observed whether all its statements are observed
	 */
	static OpenTransaction register(ThreadActivity thread, BooleanSupplier observed) {
		OpenTransaction transaction = new OpenTransaction(thread, observed);
		thread.transaction = transaction;
		TransactionSynchronizationManager.registerSynchronization(transaction);
		return transaction;
	}

	@Nullable OpenTransaction outer() {
		return this.outer;
	}

	/**
	 * Returns whether synchronizations that the thread registers belong to it.
	 */
	boolean acceptsSynchronizations() {
		return !this.suspended && !this.ended;
	}

	/**
	 * Returns whether statements of the current thread may still run in this transaction:
	 * a transaction of another manager suspends its synchronizations, but leaves its
	 * connection bound.
	 */
	boolean isBound() {
		if (!this.suspended) {
			return true;
		}
		Collection<Object> bound = TransactionSynchronizationManager.getResourceMap().values();
		return this.resources.stream().anyMatch((mine) -> bound.stream().anyMatch((other) -> other == mine));
	}

	/**
	 * Returns the participants of this transaction.
	 * @return the participants, in the order in which they joined
	 */
	public List<TransactionSynchronization> participants() {
		return List.copyOf(this.participants);
	}

	/**
	 * Adds a participant. One that joins during a callback takes part from the next
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
		return has(resource) && (this.outer == null || !this.outer.has(resource));
	}

	private boolean has(Object resource) {
		return this.resources.stream().anyMatch((mine) -> mine == resource);
	}

	/**
	 * Returns whether data may have been changed in this transaction, by its thread.
	 * Changes of a transaction within it count, too.
	 * @return {@code true} also if its statements are not observed
	 */
	public boolean mayHaveChanged() {
		return !this.observed.getAsBoolean() || this.thread.writes != this.writesBefore;
	}

	/**
	 * Returns whether its thread has committed changes since it began: in another
	 * transaction, without one, or already in this one.
	 * @return whether any change is committed, whatever becomes of this transaction
	 */
	public boolean haveChangesBeenCommitted() {
		return this.thread.changesCommitted != this.changesCommittedBefore;
	}

	/**
	 * Returns whether its commit has begun.
	 * @return {@code false} also if it is rolled back without having tried to commit
	 */
	public boolean isCommitting() {
		return this.committing;
	}

	/**
	 * Returns whether its commit has been attempted, so that a later change is not part
	 * of it.
	 */
	boolean isCommitAttempted() {
		return this.commitsBefore >= 0 && this.thread.commits != this.commitsBefore;
	}

	/**
	 * Runs before all other synchronizations, because an exception in one prevents later
	 * ones from being called.
	 */
	@Override
	public int getOrder() {
		return Ordered.HIGHEST_PRECEDENCE;
	}

	@Override
	public void suspend() {
		this.suspended = true;
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
		participants().forEach(TransactionSynchronization::afterCommit);
	}

	@Override
	public void afterCompletion(int status) {
		int outcome = (status == STATUS_ROLLED_BACK && isCommitAttempted()) ? STATUS_UNKNOWN : status;
		this.ended = true;
		// A transaction that shares the synchronizations of its outer one may end after
		// it.
		while (this.thread.transaction != null && this.thread.transaction.ended) {
			this.thread.transaction = this.thread.transaction.outer;
		}
		participants().forEach((participant) -> participant.afterCompletion(outcome));
	}

}
