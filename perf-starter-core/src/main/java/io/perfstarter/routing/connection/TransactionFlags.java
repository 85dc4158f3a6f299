package io.perfstarter.routing.connection;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tracks whether the transaction of the current thread is read-only, before its begin
 * fetches a connection.
 *
 * <p>
 * Spring's own flag is set only after the begin, and the read-only flag of the connection
 * is set only by some transaction managers. Thread-safe, because each thread sees only
 * its own transactions.
 */
final class TransactionFlags implements TransactionExecutionListener {

	private final ThreadLocal<@Nullable Flag> flags = new ThreadLocal<>();

	/**
	 * Returns what the current thread needs a connection for.
	 * @param readOnlyHandle whether the caller has set its connection read-only
	 */
	Purpose purpose(boolean readOnlyHandle) {
		boolean active = TransactionSynchronizationManager.isActualTransactionActive();
		Flag flag = this.flags.get();
		if (flag != null && (active || flag.beginning)) {
			return flag.readOnly ? Purpose.READ : Purpose.WRITE;
		}
		if (readOnlyHandle || TransactionSynchronizationManager.isCurrentTransactionReadOnly()) {
			return Purpose.READ;
		}
		return active ? Purpose.WRITE : Purpose.UNKNOWN;
	}

	@Override
	public void beforeBegin(TransactionExecution transaction) {
		if (!transaction.isNested() && isOfDatabase(transaction)) {
			this.flags.set(new Flag(transaction, this.flags.get()));
		}
	}

	/**
	 * Returns whether the transaction uses a database; one of a message broker does not
	 * affect the connection of an outer transaction.
	 */
	private static boolean isOfDatabase(TransactionExecution transaction) {
		return transaction instanceof DefaultTransactionStatus status && status.hasTransaction()
				&& status.getTransaction() instanceof JdbcTransactionObjectSupport;
	}

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable failure) {
		if (failure != null) {
			remove(transaction);
			return;
		}
		Flag flag = this.flags.get();
		if (flag != null && flag.transaction == transaction) {
			flag.beginning = false;
		}
	}

	@Override
	public void afterCommit(TransactionExecution transaction, @Nullable Throwable failure) {
		remove(transaction);
	}

	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable failure) {
		remove(transaction);
	}

	/**
	 * Removes the flag of a transaction and of all inner ones, which must have ended.
	 */
	private void remove(TransactionExecution transaction) {
		for (Flag flag = this.flags.get(); flag != null; flag = flag.outer) {
			if (flag.transaction == transaction) {
				set(flag.outer);
				return;
			}
		}
	}

	private void set(@Nullable Flag flag) {
		if (flag != null) {
			this.flags.set(flag);
		}
		else {
			this.flags.remove();
		}
	}

	/**
	 * The purpose of a connection.
	 */
	enum Purpose {

		/**
		 * A read-only transaction, or a connection that was set read-only.
		 */
		READ,

		/**
		 * A transaction that may write.
		 */
		WRITE,

		/**
		 * No transaction is active.
		 */
		UNKNOWN

	}

	/**
	 * The flag of one transaction.
	 */
	private static final class Flag {

		private final TransactionExecution transaction;

		private final boolean readOnly;

		private final @Nullable Flag outer;

		private boolean beginning = true;

		private Flag(TransactionExecution transaction, @Nullable Flag outer) {
			this.transaction = transaction;
			this.readOnly = transaction.isReadOnly();
			this.outer = outer;
		}

	}

}
