package io.perfstarter.jdbc;

import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * One usage of a pooled connection, from borrow to return: by whom, since when, and for
 * what. {@link ConnectionUsages} keeps the figures, which are zero if no feature reads
 * them. Two usages are equal only if they are the same object. Thread-safe: this object's
 * lock guards the figures, for a few additions at a time.
 */
public final class ConnectionUsage {

	/**
	 * The value of {@link #transactionBegin()} if no transaction is open.
	 */
	public static final long NO_TRANSACTION = Long.MAX_VALUE;

	private final String pool;

	private final long requestedAt;

	private final long borrowedAt;

	private volatile long transactionBegin = NO_TRANSACTION;

	private volatile boolean changed;

	private volatile boolean failed;

	private volatile boolean rolledBack;

	private volatile boolean unseen;

	private volatile boolean readsUncommitted;

	private volatile boolean manual;

	private final Thread borrower = Thread.currentThread();

	// Written under the lock; null while an asynchronous request has left its thread.
	private volatile @Nullable Thread holder = this.borrower;

	// Null until figures are kept.
	private @Nullable ActiveTime active;

	// Null until the first remote call.
	private @Nullable ActiveTime remote;

	private Clock clock = Clock.SYSTEM;

	private long countedSince;

	private long pausedBefore;

	private long lastUsedAt;

	private String lastStatement = "";

	private boolean kept;

	private int statements;

	private int remoteCalls;

	private volatile boolean transactionEnded;

	private boolean returned;

	private long returnedAt;

	private long pausedAtReturn;

	private volatile @Nullable String transaction;

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
	 * Records whether a statement has failed in the open transaction, so that later
	 * statements may fail, too.
	 * @param failed {@code false} after a rollback to a savepoint
	 */
	public void failed(boolean failed) {
		if (this.failed != failed) {
			this.failed = failed;
			this.rolledBack = false;
		}
	}

	/**
	 * Records that the database has rolled back the open transaction when a statement
	 * failed, as it does with the victim of a deadlock.
	 */
	public void rolledBack() {
		failed(true);
		this.rolledBack = true;
	}

	/**
	 * Records that something may have failed unseen in the open transaction, such as a
	 * call of a large object.
	 */
	void unseen() {
		this.unseen = true;
	}

	/**
	 * Returns whether the open transaction may be aborted, which only the database knows.
	 */
	boolean mayBeAborted() {
		return (this.failed || this.unseen) && !this.rolledBack;
	}

	/**
	 * Returns whether a statement has failed in the open transaction.
	 * @return whether a failure was recorded
	 */
	public boolean hasFailed() {
		return this.failed;
	}

	void readsUncommitted(boolean uncommitted) {
		this.readsUncommitted = uncommitted;
	}

	/**
	 * Returns whether statements may read uncommitted data of other transactions.
	 * @return whether the isolation level of the connection is {@code READ UNCOMMITTED}
	 */
	public boolean readsUncommitted() {
		return this.readsUncommitted;
	}

	void manual(boolean manual) {
		this.manual = manual;
		hold();
	}

	/**
	 * Returns whether auto-commit was disabled for the connection, and not enabled again.
	 * @return {@code true} also before the first statement of a transaction
	 */
	public boolean isManual() {
		return this.manual;
	}

	/**
	 * Records the first statement of a transaction. Later statements have no effect.
	 * @param at the time by {@link System#nanoTime()}
	 */
	public void transactionBegins(long at) {
		if (this.transactionBegin == NO_TRANSACTION) {
			this.transactionBegin = at;
		}
	}

	/**
	 * Returns when the open transaction executed its first statement.
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
		this.unseen = false;
		this.transactionBegin = NO_TRANSACTION;
		return marked;
	}

	/**
	 * Starts to keep the figures.
	 */
	synchronized void begin(Clock clock) {
		this.clock = clock;
		this.active = new ActiveTime();
		this.countedSince = clock.now();
		this.lastUsedAt = this.countedSince;
		this.pausedBefore = clock.paused();
	}

	void transaction(String name) {
		this.transaction = name;
	}

	/**
	 * Records the start of a statement, of a fetch, or of the end of a transaction.
	 */
	synchronized void use(Execution execution) {
		hold();
		if (execution.isStatement()) {
			this.lastStatement = execution.sql();
			this.kept = this.kept || SqlStatement.keepsConnection(this.lastStatement);
		}
		// The caller may keep the connection for another transaction.
		if (this.transactionEnded) {
			this.transactionEnded = false;
		}
		if (this.active != null) {
			this.active.begin(execution.startedAt(), paused());
		}
	}

	synchronized void used(long now) {
		if (this.active != null && !this.returned) {
			this.active.end(now, paused());
			this.lastUsedAt = now;
		}
	}

	synchronized void executed(long now) {
		this.statements++;
		used(now);
	}

	void transactionEnded() {
		this.transactionEnded = true;
	}

	synchronized void calling(long now) {
		this.remoteCalls++;
		if (this.remote == null) {
			this.remote = new ActiveTime();
		}
		this.remote.begin(now, paused());
	}

	synchronized void called(long now) {
		if (this.remote != null && !this.returned) {
			this.remote.end(now, paused());
		}
	}

	/**
	 * Stops the figures.
	 */
	synchronized void end() {
		if (!this.returned) {
			this.returnedAt = now();
			this.pausedAtReturn = paused();
			this.returned = true;
		}
	}

	private long now() {
		return this.returned ? this.returnedAt : this.clock.now();
	}

	private long paused() {
		return this.returned ? this.pausedAtReturn : this.clock.paused();
	}

	/**
	 * Returns the thread that has borrowed the connection.
	 * @return the thread
	 */
	public Thread borrower() {
		return this.borrower;
	}

	/**
	 * Returns the thread that holds the connection: the one that has used it last.
	 * @return the thread, {@code null} if an asynchronous request has left its thread and
	 * has not used the connection since
	 */
	public @Nullable Thread holder() {
		return this.holder;
	}

	private synchronized void hold() {
		if (this.holder != Thread.currentThread()) {
			this.holder = Thread.currentThread();
		}
	}

	/**
	 * Records that the current thread does not hold the connection any more.
	 */
	synchronized void leave() {
		if (this.holder == Thread.currentThread()) {
			this.holder = null;
		}
	}

	/**
	 * Returns the name that Spring gave to the transaction.
	 * @return the name, empty for an unnamed transaction, {@code null} if there is no
	 * transaction or it is not known yet
	 */
	public @Nullable String transaction() {
		return this.transaction;
	}

	/**
	 * Returns the figures so far, up to the return of the connection.
	 * @return the figures
	 */
	public synchronized Figures figures() {
		long now = now();
		long paused = paused();
		return new Figures(Math.max(0, now - this.countedSince),
				(this.active != null) ? this.active.total(now, paused) : 0,
				(this.remote != null) ? this.remote.total(now, paused) : 0, Math.max(0, paused - this.pausedBefore),
				this.statements, this.remoteCalls);
	}

	/**
	 * Returns how long the connection has been borrowed, up to its return.
	 * @return the time in nanoseconds
	 */
	public synchronized long heldNanos() {
		return Math.max(0, now() - this.countedSince);
	}

	/**
	 * Returns how long the connection has been idle.
	 * @return the time in nanoseconds, zero while it is used
	 */
	public synchronized long idleNanos() {
		return (this.active != null && this.active.isRunning()) ? 0 : Math.max(0, now() - this.lastUsedAt);
	}

	/**
	 * Returns the running statement, or the last one.
	 * @return its text, empty before the first one
	 */
	public synchronized String lastStatement() {
		return this.lastStatement;
	}

	/**
	 * Returns whether the connection may be in use while it executes nothing: it listens
	 * to notifications, or holds a lock of the session.
	 */
	public synchronized boolean isKept() {
		return this.kept;
	}

	/**
	 * Returns whether a remote call of the holder is running.
	 * @return whether at least one has not ended
	 */
	public synchronized boolean isCalling() {
		return this.remote != null && this.remote.isRunning();
	}

	/**
	 * Returns whether the transaction has ended and the connection only has to be
	 * returned.
	 * @return whether nothing was executed since the commit or rollback
	 */
	public boolean hasTransactionEnded() {
		return this.transactionEnded;
	}

	/**
	 * Returns whether the connection was returned.
	 * @return whether it was returned, closed or aborted
	 */
	public synchronized boolean isReturned() {
		return this.returned;
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

	/**
	 * The figures of a usage. All times are in nanoseconds.
	 *
	 * @param held how long the connection has been borrowed
	 * @param active how long statements, observed fetches and ends of transactions have
	 * run, without JVM pauses
	 * @param remote how long remote calls of the holder have run, without JVM pauses
	 * @param paused how long the JVM has paused
	 * @param statements the number of statements and batches that have ended
	 * @param remoteCalls the number of remote calls that the holder has started
	 */
	public record Figures(long held, long active, long remote, long paused, int statements, int remoteCalls) {
	}

	/**
	 * The clocks of a usage. Thread-safe if the suppliers are.
	 *
	 * @param nanos supplies the time by {@link System#nanoTime()}
	 * @param pauses supplies the total time of JVM pauses in nanoseconds
	 */
	record Clock(LongSupplier nanos, LongSupplier pauses) {

		static final Clock SYSTEM = new Clock(System::nanoTime, () -> 0);

		long now() {
			return this.nanos.getAsLong();
		}

		long paused() {
			return this.pauses.getAsLong();
		}

	}

	/**
	 * Measures the time in which at least one of several overlapping operations runs. JVM
	 * pauses do not count. Not thread-safe.
	 */
	static final class ActiveTime {

		private int running;

		private long since;

		private long pausedBefore;

		private long nanos;

		void begin(long now, long paused) {
			if (this.running++ == 0) {
				this.since = now;
				this.pausedBefore = paused;
			}
		}

		void end(long now, long paused) {
			if (this.running == 1) {
				this.nanos = total(now, paused);
			}
			this.running = Math.max(0, this.running - 1);
		}

		boolean isRunning() {
			return this.running > 0;
		}

		/**
		 * Returns the time so far, including running operations.
		 */
		long total(long now, long paused) {
			return isRunning() ? this.nanos + Math.max(0, now - this.since - (paused - this.pausedBefore)) : this.nanos;
		}

	}

}
