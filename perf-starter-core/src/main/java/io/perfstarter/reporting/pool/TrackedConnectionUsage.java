package io.perfstarter.reporting.pool;

import java.util.function.BooleanSupplier;

import io.perfstarter.jdbc.TransactionNames;
import org.jspecify.annotations.Nullable;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * A connection while it is lent. Thread-safe: its lock is only its own, and is held for a
 * few additions.
 */
final class TrackedConnectionUsage {

	/**
	 * Whose borrower is not looked at yet, because that stops it for a moment; in
	 * nanoseconds.
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
	 * Begins.
	 * @param pool what has lent it
	 * @param borrower the thread
	 * @param work whether what it was borrowed for is done, {@code null} if nobody knows
	 * @param borrowedAt when that was
	 * @param line where it was borrowed, {@code null} if nobody looked
	 * @param stopped for how long the JVM had stood still until then
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
		// Where the begin of a transaction borrows, its name comes after it.
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
	 * Whether what it was borrowed for is over, as far as anybody knows what that is.
	 */
	boolean isOver() {
		return this.work == null || this.work.getAsBoolean();
	}

	/**
	 * ThreadSamples what its borrower does. Where nobody knows the work, to compute is a
	 * use, too.
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
	 * Who waits for the network runs, too, but within a native method.
	 */
	private static boolean isComputing(Thread thread) {
		if (thread.getState() != Thread.State.RUNNABLE) {
			return false;
		}
		StackTraceElement[] stack = thread.getStackTrace();
		return stack.length > 0 && !stack[0].isNativeMethod();
	}

	/**
	 * It looks as if it were never returned. Stays so until it is used.
	 */
	synchronized void candidate() {
		this.suspected = true;
		this.pool.suspected();
	}

	synchronized boolean isSuspected() {
		return this.suspected;
	}

	/**
	 * What it was used for since this was asked last.
	 */
	synchronized UsageTimes take(long now, long stopped) {
		if (this.returned) {
			return UsageTimes.NONE;
		}
		// The clock may have been read before it was borrowed.
		long until = Math.max(now, this.settledAt);
		long stoppedUntil = Math.max(stopped, this.stoppedBefore);
		UsageTimes use = new UsageTimes(until - this.settledAt, this.statements.take(now, stopped),
				(this.calls != null) ? this.calls.take(now, stopped) : 0, stoppedUntil - this.stoppedBefore);
		this.settledAt = until;
		this.stoppedBefore = stoppedUntil;
		return use;
	}

	/**
	 * It is over.
	 * @return what it was used for since {@link #take} was asked last
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
	 * For how long no statement was executed and no transaction ended.
	 * @return in nanoseconds, none while one is
	 */
	synchronized long unused(long now) {
		return this.statements.isRunning() ? 0 : now - this.usedAt;
	}

	/**
	 * Who has borrowed it, as far as that is known.
	 */
	synchronized String origin() {
		String name = this.transaction;
		String where = (this.line != null) ? this.line : "line not recorded";
		return (name != null) ? TransactionNames.shortened(name) + ", " + where : where;
	}

}
