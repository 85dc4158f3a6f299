package io.perfstarter.boundary;

import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.TransactionNames;
import org.jspecify.annotations.Nullable;

/**
 * A borrowed connection and how it was used so far. Thread-safe: normally written by the
 * thread that holds it. Other threads read values that were written before the volatile
 * write of the last use.
 */
final class HeldConnection {

	private static final long IN_USE = Long.MIN_VALUE;

	private final ConnectionUsage usage;

	private final Thread owner;

	private final long cpuAtBorrow;

	// Remote calls may end on several threads at once.
	private final AtomicLong remote = new AtomicLong();

	private long used;

	private long endingSince;

	private int statements;

	private int remoteCalls;

	private volatile long lastUsedAt;

	private @Nullable String transaction;

	private boolean committed;

	private volatile boolean returned;

	/**
	 * Creates the record of a connection that was just borrowed.
	 * @param usage the connection usage
	 * @param owner the thread that borrowed the connection
	 * @param cpuAtBorrow the processor time of the thread so far,
	 * {@link ThreadCpuTime#UNKNOWN} if it is not measured
	 */
	HeldConnection(ConnectionUsage usage, Thread owner, long cpuAtBorrow) {
		this.usage = usage;
		this.owner = owner;
		this.cpuAtBorrow = cpuAtBorrow;
		this.lastUsedAt = usage.borrowedAt();
	}

	ConnectionUsage usage() {
		return this.usage;
	}

	Thread owner() {
		return this.owner;
	}

	/**
	 * Returns the name that Spring gave to the transaction, {@code null} if there is
	 * none.
	 */
	@Nullable String transaction() {
		return this.transaction;
	}

	/**
	 * Returns the name of the transaction for messages.
	 */
	String holder() {
		String name = this.transaction;
		return (name != null) ? TransactionNames.shortened(name) : "Code without a transaction";
	}

	void transaction(@Nullable String name) {
		this.transaction = name;
	}

	void executing() {
		// Needed for a connection that is kept for the next transaction.
		this.committed = false;
		this.lastUsedAt = IN_USE;
	}

	void executed(long startedAt, long now) {
		this.used += now - startedAt;
		this.statements++;
		this.lastUsedAt = now;
	}

	/**
	 * Counts the commit or rollback as use of the connection.
	 */
	void ending(long now) {
		this.endingSince = now;
		this.lastUsedAt = IN_USE;
	}

	void ended(long now) {
		this.used += now - this.endingSince;
		this.lastUsedAt = now;
	}

	void calling() {
		this.remoteCalls++;
	}

	void called(long nanos) {
		this.remote.addAndGet(nanos);
	}

	void committed() {
		this.committed = true;
	}

	/**
	 * Returns whether the transaction has ended and the connection only has to be
	 * returned.
	 */
	boolean isCommitted() {
		return this.committed;
	}

	void returned() {
		this.returned = true;
	}

	boolean isReturned() {
		return this.returned;
	}

	/**
	 * Returns how long the connection has not been used.
	 * @return the time in nanoseconds, 0 while a statement, commit or rollback is running
	 */
	long idleFor(long now) {
		long lastUsedAt = this.lastUsedAt;
		return (lastUsedAt != IN_USE) ? now - lastUsedAt : 0;
	}

	long cpuAtBorrow() {
		return this.cpuAtBorrow;
	}

	long heldFor(long now) {
		return now - this.usage.borrowedAt();
	}

	long used() {
		return this.used;
	}

	int statements() {
		return this.statements;
	}

	int remoteCalls() {
		return this.remoteCalls;
	}

	long remote() {
		return this.remote.get();
	}

}
