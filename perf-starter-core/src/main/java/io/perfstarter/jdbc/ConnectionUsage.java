package io.perfstarter.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * One usage of a pooled connection, from borrow to return. Two usages are equal only if
 * they are the same object. Thread-safe.
 */
public final class ConnectionUsage {

	private final String pool;

	private final long requestedAt;

	private final long borrowedAt;

	private volatile boolean changed;

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
	 * Clears the mark of {@link #markChanged}, because the transaction has ended.
	 * @return whether the transaction was marked
	 */
	public boolean clearChanged() {
		boolean marked = this.changed;
		if (marked) {
			this.changed = false;
		}
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
