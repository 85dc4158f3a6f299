package io.perfstarter.reporting.pool;

import java.util.function.BooleanSupplier;

import io.perfstarter.jdbc.TransactionNames;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * The usage of one borrowed connection. Thread-safe: its own lock is held only for a few
 * additions.
 */
final class TrackedConnectionUsage {

	/**
	 * Minimum age before the stack of the borrower is inspected, because this briefly
	 * stops the thread; in nanoseconds.
	 */
	private static final long MIN_AGE_FOR_STACK_NANOS = 1_000_000_000;

	private final PoolStatistics pool;

	private final Thread borrower;

	private final @Nullable BooleanSupplier work;

	private final long borrowedAt;

	private final @Nullable String line;

	private final OverlappingTime statements = new OverlappingTime();

	private @Nullable OverlappingTime calls;

	private @Nullable String transaction;

	private long usedAt;

	private long settledAt;

	private long stoppedBefore;

	private boolean suspected;

	private boolean returned;

	/**
	 * Starts a usage.
	 * @param pool the pool
	 * @param borrower the thread
	 * @param work returns whether the request of the borrower is complete, {@code null}
	 * if it is unknown
	 * @param borrowedAt the time of borrowing
	 * @param line the source line of the borrower, {@code null} if it was not recorded
	 * @param stopped the total time of JVM pauses until the borrowing
	 */
	TrackedConnectionUsage(PoolStatistics pool, Thread borrower, @Nullable BooleanSupplier work, long borrowedAt,
			@Nullable String line, long stopped) {
		this.pool = pool;
		this.borrower = borrower;
		this.work = work;
		this.borrowedAt = borrowedAt;
		this.line = line;
		this.transaction = TransactionSynchronizationManager.getCurrentTransactionName();
		this.usedAt = borrowedAt;
		this.settledAt = borrowedAt;
		this.stoppedBefore = stopped;
	}

	PoolStatistics pool() {
		return this.pool;
	}

	Thread borrower() {
		return this.borrower;
	}

	synchronized void executing(long now, long stopped) {
		this.statements.begin(now, stopped);
		this.suspected = false;
		// If the start of a transaction borrows the connection, its name is set
		// afterwards.
		if (this.transaction == null) {
			this.transaction = TransactionSynchronizationManager.getCurrentTransactionName();
		}
	}

	synchronized void executed(long now, long stopped) {
		this.statements.end(now, stopped);
		this.usedAt = now;
	}

	synchronized void calling(long now, long stopped) {
		if (this.calls == null) {
			this.calls = new OverlappingTime();
		}
		this.calls.begin(now, stopped);
	}

	synchronized void called(long now, long stopped) {
		if (this.calls != null) {
			this.calls.end(now, stopped);
		}
	}

	synchronized boolean isExecuting() {
		return this.statements.isRunning();
	}

	synchronized boolean isCalling() {
		return this.calls != null && this.calls.isRunning();
	}

	/**
	 * Returns whether the request of the borrower is complete, or unknown.
	 */
	boolean isOver() {
		return this.work == null || this.work.getAsBoolean();
	}

	/**
	 * Takes a sample of the borrower. If its request is unknown, computing counts as
	 * usage of the connection.
	 */
	void sample(long now) {
		if (this.work == null && age(now) > MIN_AGE_FOR_STACK_NANOS && isComputing(this.borrower)) {
			use(now);
		}
	}

	private synchronized void use(long now) {
		this.usedAt = now;
	}

	/**
	 * Returns whether a thread computes. A thread blocked on I/O is also RUNNABLE, but in
	 * a native frame.
	 */
	private static boolean isComputing(Thread thread) {
		if (thread.getState() != Thread.State.RUNNABLE) {
			return false;
		}
		StackTraceElement[] stack = thread.getStackTrace();
		return stack.length > 0 && !stack[0].isNativeMethod();
	}

	/**
	 * Marks this usage as a suspected leak until the connection is used again.
	 */
	synchronized void candidate() {
		this.suspected = true;
		this.pool.suspected();
	}

	synchronized boolean isSuspected() {
		return this.suspected;
	}

	/**
	 * Returns the usage since the last call.
	 */
	synchronized UsageTimes take(long now, long stopped) {
		if (this.returned) {
			return UsageTimes.NONE;
		}
		// The clock may have been read before the connection was borrowed.
		long until = Math.max(now, this.settledAt);
		long stoppedUntil = Math.max(stopped, this.stoppedBefore);
		UsageTimes use = new UsageTimes(until - this.settledAt, this.statements.take(now, stopped),
				(this.calls != null) ? this.calls.take(now, stopped) : 0, stoppedUntil - this.stoppedBefore);
		this.settledAt = until;
		this.stoppedBefore = stoppedUntil;
		return use;
	}

	/**
	 * Ends this usage.
	 * @return the usage since the last {@link #take}
	 */
	synchronized UsageTimes end(long now, long stopped) {
		UsageTimes use = take(now, stopped);
		this.returned = true;
		return use;
	}

	long age(long now) {
		return now - this.borrowedAt;
	}

	/**
	 * Returns the time without a statement or an end of a transaction.
	 * @return the time in nanoseconds, zero while one is in progress
	 */
	synchronized long unused(long now) {
		return this.statements.isRunning() ? 0 : now - this.usedAt;
	}

	/**
	 * Returns the source of the borrowing, as far as it is known.
	 */
	synchronized String origin() {
		String name = this.transaction;
		String where = (this.line != null) ? this.line : "line not recorded";
		return (name != null) ? TransactionNames.shortened(name) + ", " + where : where;
	}

}
