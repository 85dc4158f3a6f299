package io.perfstarter.jdbc;

/**
 * A connection that a pool has lent, from the borrowing to the return. Thread-safe.
 */
public final class Lease {

	private final String pool;

	private final long borrowedAt;

	Lease(String pool, long borrowedAt) {
		this.pool = pool;
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
	 * When the connection was lent.
	 * @return the time, by {@link System#nanoTime()}
	 */
	public long borrowedAt() {
		return this.borrowedAt;
	}

}
