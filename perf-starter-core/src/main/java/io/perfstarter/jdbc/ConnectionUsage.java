package io.perfstarter.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * One usage of a pooled connection, from borrow to return. Two usages are equal only if
 * they are the same object. Thread-safe.
 */
public final class ConnectionUsage {

	/**
	 * The begin of no transaction.
	 */
	public static final long NO_TRANSACTION = Long.MAX_VALUE;

	private final String pool;

	private final long requestedAt;

	private final long borrowedAt;

	private volatile long transactionBegin = NO_TRANSACTION;

	private volatile boolean changed;

	private volatile boolean failed;

	ConnectionUsage(String pool, long requestedAt, long borrowedAt) {
		this.pool = pool;
		this.requestedAt = requestedAt;
		this.borrowedAt = borrowedAt;
	}

	/**
	 * Returns the name of the pool that owns the connection.
	 * @return the pool name
	 */
	public String pool() {
		return this.pool;
	}

	/**
	 * Returns when the connection was requested.
	 * @return the time by {@link System#nanoTime()}
	 */
	public long requestedAt() {
		return this.requestedAt;
	}

	/**
	 * Returns when the connection was borrowed.
	 * @return the time by {@link System#nanoTime()}
	 */
	public long borrowedAt() {
		return this.borrowedAt;
	}

	/**
	 * Marks the open transaction of the connection as one that may have changed data.
	 */
	public void markChanged() {
		if (!this.changed) {
			this.changed = true;
		}
	}

	/**
	 * Returns whether the open transaction of the connection may have changed data.
	 * @return whether it was marked by {@link #markChanged}
	 */
	public boolean isChanged() {
		return this.changed;
	}

	/**
	 * Records whether a statement has failed in the open transaction, so that later ones
	 * may fail, too.
	 * @param failed {@code false} after a rollback to a savepoint
	 */
	public void failed(boolean failed) {
		if (this.failed != failed) {
			this.failed = failed;
		}
	}

	/**
	 * Returns whether a statement has failed in the open transaction.
	 * @return whether a failure was recorded
	 */
	public boolean hasFailed() {
		return this.failed;
	}

	/**
	 * Records the first statement of a transaction; later ones have no effect.
	 * @param at the time by {@link System#nanoTime()}
	 */
	public void transactionBegins(long at) {
		if (this.transactionBegin == NO_TRANSACTION) {
			this.transactionBegin = at;
		}
	}

	/**
	 * Returns the first statement of the open transaction.
	 * @return the time by {@link System#nanoTime()}, {@link #NO_TRANSACTION} if no
	 * transaction is open
	 */
	public long transactionBegin() {
		return this.transactionBegin;
	}

	/**
	 * Records the end of the open transaction, if any.
	 * @return whether it was marked by {@link #markChanged}
	 */
	public boolean transactionEnds() {
		boolean marked = this.changed;
		if (marked) {
			this.changed = false;
		}
		failed(false);
		this.transactionBegin = NO_TRANSACTION;
		return marked;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * Uses the borrow time, because an identity hash code is expensive to create.
	 */
	@Override
	public int hashCode() {
		return Long.hashCode(this.borrowedAt);
	}

}
