package io.perfstarter.routing.connection;

import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

import org.springframework.jdbc.datasource.JdbcTransactionObjectSupport;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Tracks whether the transactions of the current thread are read-only. Knows this when a
 * transaction begins, before the transaction fetches its connection.
 *
 * <p>
 * Spring's flag does not suffice. Spring sets it only after the begin, and also without a
 * transaction. The flag describes the innermost transaction, which may use another
 * database or none. Only some transaction managers set the read-only flag of the
 * connection. Thread-safe, because each thread sees only its transactions.
 */
final class TransactionFlags {

	private final ThreadLocal<@Nullable Flag> flags = new ThreadLocal<>();

	private final BooleanSupplier serializable;

	/**
	 * Creates flags of threads without transactions.
	 * @param serializable returns whether a transaction is serializable if it does not
	 * set an isolation level
	 */
	TransactionFlags(BooleanSupplier serializable) {
		this.serializable = serializable;
	}

	/**
	 * Returns a listener to register with one transaction manager.
	 * @param routed whether the manager uses the routed data source
	 * @param onPrimary returns whether the read-only transaction that the current thread
	 * begins must run on the primary
	 */
	TransactionExecutionListener listener(boolean routed, BooleanSupplier onPrimary) {
		return new Listener(routed, onPrimary);
	}

	/**
	 * Returns why the current thread needs a connection.
	 * @param readOnlyHandle whether the caller has set its connection read-only
	 */
	Reason purpose(boolean readOnlyHandle) {
		boolean active = TransactionSynchronizationManager.isActualTransactionActive();
		Flag innermost = innermost();
		if (innermost != null && (active || innermost.beginning)) {
			Flag routed = routed(innermost);
			if (routed != null) {
				boolean reads = routed.readOnly && (readOnlyHandle || !isWriting(routed));
				return reads ? read(routed.serializable) : Reason.WRITE;
			}
			// Spring's flags describe a transaction of another database.
			return readOnlyHandle ? Reason.READ_ONLY : Reason.NO_TRANSACTION;
		}
		if (readOnlyHandle) {
			return read(isCurrentSerializable());
		}
		return active ? Reason.WRITE : Reason.NO_TRANSACTION;
	}

	/**
	 * Returns the flag of the innermost transaction, and removes the flags of ended ones.
	 * Spring does not notify listeners of the end if a callback before the commit throws
	 * a transaction exception.
	 */
	private @Nullable Flag innermost() {
		Flag flag = this.flags.get();
		while (flag != null && flag.transaction.isCompleted()) {
			flag = flag.outer;
			set(flag);
		}
		return flag;
	}

	private static Reason read(boolean serializable) {
		return serializable ? Reason.SERIALIZABLE : Reason.READ_ONLY;
	}

	private static @Nullable Flag routed(@Nullable Flag innermost) {
		Flag flag = innermost;
		while (flag != null && !flag.listener.routed) {
			flag = flag.outer;
		}
		return flag;
	}

	/**
	 * Returns whether an outer transaction of another manager of the routed data source
	 * may write and is not suspended. The caller may need the outer connection.
	 */
	private static boolean isWriting(Flag inner) {
		for (Flag flag = routed(inner.outer); flag != null; flag = routed(flag.outer)) {
			if (!flag.readOnly && !flag.isSuspendedBy(inner)) {
				return true;
			}
		}
		return false;
	}

	private boolean isCurrentSerializable() {
		Integer level = TransactionSynchronizationManager.getCurrentTransactionIsolationLevel();
		return (level != null) ? level == TransactionDefinition.ISOLATION_SERIALIZABLE
				: this.serializable.getAsBoolean();
	}

	/**
	 * Removes the flags of a transaction and of all inner transactions, which have ended.
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
	 * Keeps the flags of the transactions of one manager.
	 */
	private final class Listener implements TransactionExecutionListener {

		private final boolean routed;

		private final BooleanSupplier onPrimary;

		private Listener(boolean routed, BooleanSupplier onPrimary) {
			this.routed = routed;
			this.onPrimary = onPrimary;
		}

		@Override
		public void beforeBegin(TransactionExecution transaction) {
			if (!transaction.isNested() && isOfDatabase(transaction)) {
				boolean readOnly = transaction.isReadOnly() && !this.onPrimary.getAsBoolean();
				set(new Flag(this, transaction, readOnly, innermost()));
			}
		}

		/**
		 * Returns whether the transaction uses a database. A transaction of a message
		 * broker does not affect the connection of an outer transaction.
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
			Flag flag = TransactionFlags.this.flags.get();
			if (flag != null && flag.transaction == transaction) {
				flag.beginning = false;
				flag.serializable = flag.readOnly && isCurrentSerializable();
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

	}

	/**
	 * The flag of one transaction.
	 */
	private static final class Flag {

		private final Listener listener;

		private final TransactionExecution transaction;

		private final boolean readOnly;

		private final @Nullable Flag outer;

		private boolean beginning = true;

		private boolean serializable;

		private Flag(Listener listener, TransactionExecution transaction, boolean readOnly, @Nullable Flag outer) {
			this.listener = listener;
			this.transaction = transaction;
			this.readOnly = readOnly;
			this.outer = outer;
		}

		/**
		 * Returns whether an inner transaction of the same manager suspends this one.
		 */
		private boolean isSuspendedBy(Flag innermost) {
			for (Flag flag = innermost; flag != null && flag != this; flag = flag.outer) {
				if (flag.listener == this.listener) {
					return true;
				}
			}
			return false;
		}

	}

}
