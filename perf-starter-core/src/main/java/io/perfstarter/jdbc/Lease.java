package io.perfstarter.jdbc;

import org.jspecify.annotations.Nullable;

/**
 * A connection that a pool has lent, from the borrowing to the return. Thread-safe.
 */
public final class Lease {

	private final String pool;

	private final long requestedAt;

	private final long borrowedAt;

	Lease(String pool, long requestedAt, long borrowedAt) {
		this.pool = pool;
		this.requestedAt = requestedAt;
		this.borrowedAt = borrowedAt;
	}

	/**
	 * The pool that has lent the connection.
	 * @return its name
	 */
	public String pool() {
		return this.pool;
	}

	/**
	 * When the pool was asked for it.
	 * @return the time, by {@link System#nanoTime()}
	 */
	public long requestedAt() {
		return this.requestedAt;
	}

	/**
	 * When the connection was lent.
	 * @return the time, by {@link System#nanoTime()}
	 */
	public long borrowedAt() {
		return this.borrowedAt;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * Its time, because an identity hash costs more than all else that is done with it.
	 */
	@Override
	public int hashCode() {
		return Long.hashCode(this.borrowedAt);
	}

}
