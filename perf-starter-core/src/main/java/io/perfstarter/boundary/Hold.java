package io.perfstarter.boundary;

import java.util.concurrent.atomic.AtomicLong;

import io.perfstarter.jdbc.Lease;
import io.perfstarter.jdbc.TransactionNames;
import org.jspecify.annotations.Nullable;

/**
 * A connection that a thread holds. Thread-safe: its thread writes, but for statements
 * and returns in other threads; the watch reads what was written before the last use,
 * which is volatile.
 */
final class Hold {

	private static final long IN_USE = Long.MIN_VALUE;

	private final Lease lease;

	private final Thread owner;

	private final long cpuAtBorrow;

	// Calls may end in several threads at once.
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
	 * Begins to hold.
	 * @param lease the connection
	 * @param owner the thread
	 * @param cpuAtBorrow the processor time of the thread so far,
	 * {@link ThreadCpuTime#UNKNOWN} for most
	 */
	Hold(Lease lease, Thread owner, long cpuAtBorrow) {
		this.lease = lease;
		this.owner = owner;
		this.cpuAtBorrow = cpuAtBorrow;
		this.lastUsedAt = lease.borrowedAt();
	}

	Lease lease() {
		return this.lease;
	}

	Thread owner() {
		return this.owner;
	}

	/**
	 * The transaction by the name that Spring has given it, {@code null} if there is
	 * none.
	 */
	@Nullable String transaction() {
		return this.transaction;
	}

	/**
	 * Who holds it, as messages call it.
	 */
	String holder() {
		String name = this.transaction;
		return (name != null) ? TransactionNames.shortened(name) : "What runs without a transaction";
	}

	void transaction(@Nullable String name) {
		this.transaction = name;
	}

	void executing() {
		// Of a connection that is kept for the next transaction.
		this.committed = false;
		this.lastUsedAt = IN_USE;
	}

	void executed(long startedAt, long now) {
		this.used += now - startedAt;
		this.statements++;
		this.lastUsedAt = now;
	}

	/**
	 * The end of its transaction is a use of it, too.
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
	 * Whether its transaction is over, so that it is only still to be given back.
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
	 * How long it was not used.
	 * @return nanoseconds, none while a statement is executed, or its transaction ended
	 */
	long idleFor(long now) {
		long lastUsedAt = this.lastUsedAt;
		return (lastUsedAt != IN_USE) ? now - lastUsedAt : 0;
	}

	long cpuAtBorrow() {
		return this.cpuAtBorrow;
	}

	long heldFor(long now) {
		return now - this.lease.borrowedAt();
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
