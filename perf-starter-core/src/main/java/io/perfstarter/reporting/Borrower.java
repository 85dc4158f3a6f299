package io.perfstarter.reporting;

import java.time.LocalTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.TransactionNames;
import io.perfstarter.reporting.request.RequestWork;
import io.perfstarter.reporting.window.OutsideWork;
import org.jspecify.annotations.Nullable;

/**
 * The borrower of a connection, who may have leaked it. Thread-safe: the sampling thread
 * writes all fields except {@code unwrapped}.
 */
final class Borrower {

	private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

	// Minimum age before the stack of the borrower is read, in nanoseconds. The read
	// stops the thread for a short time.
	private static final long MIN_AGE_FOR_STACK_NANOS = 1_000_000_000;

	private static final long NEVER = -1;

	private static final int SLOW_SAMPLES = 3;

	private final PoolStatistics pool;

	private final ConnectionUsage usage;

	private final @Nullable RequestWork work;

	// Whether this is the request thread, which works for the request only until its end.
	private final boolean serving;

	private final @Nullable String line;

	// Used by the sampling thread only.
	private int busy;

	private volatile boolean unwrapped;

	// Times in nanoseconds since the connection was borrowed.
	private volatile long computedAt;

	private volatile long suspectedAt = NEVER;

	/**
	 * Creates the borrower of a connection.
	 * @param pool the pool
	 * @param usage the connection usage
	 * @param work the request of the borrower, {@code null} if it is unknown
	 * @param line the source line of the borrower, {@code null} if it was not recorded
	 */
	Borrower(PoolStatistics pool, ConnectionUsage usage, @Nullable RequestWork work, @Nullable String line) {
		this.pool = pool;
		this.usage = usage;
		this.work = work;
		this.serving = work != null && work.isServedHere();
		this.line = line;
	}

	PoolStatistics pool() {
		return this.pool;
	}

	ConnectionUsage usage() {
		return this.usage;
	}

	Thread thread() {
		return this.usage.borrower();
	}

	/**
	 * Returns whether the thread serves a request, or works for an incomplete one.
	 */
	boolean isOfRequest() {
		return this.serving || isRequestOpen();
	}

	private boolean isRequestOpen() {
		return this.work != null && !this.work.isComplete();
	}

	/**
	 * Returns a name for all threads that do the same outside of requests: the name of
	 * the thread without its number, and its transaction.
	 * @return the name, empty for the thread of a request
	 */
	String holder() {
		if (isOfRequest()) {
			return "";
		}
		String transaction = this.usage.transaction();
		String at = (transaction != null) ? TransactionNames.shortened(transaction) : this.line;
		return OutsideWork.nameOf(thread()) + ((at != null) ? " (" + at + ")" : "");
	}

	/**
	 * Records that the borrower may use the connection without being observed.
	 */
	void unwrapped() {
		this.unwrapped = true;
	}

	/**
	 * Takes a sample of the borrower. Outside of requests, computing counts as use of the
	 * connection.
	 */
	void sample() {
		this.busy = (this.usage.idleNanos() == 0) ? this.busy + 1 : 0;
		long age = this.usage.heldNanos();
		if (this.busy == 0 && age > MIN_AGE_FOR_STACK_NANOS && !isOfRequest() && isComputing(thread())) {
			this.computedAt = age;
		}
	}

	/**
	 * Returns whether a statement, or several in a row, has been running for some
	 * samples.
	 */
	boolean isBusy() {
		return this.busy >= SLOW_SAMPLES;
	}

	/**
	 * Returns the statement that was running at the last sample, empty if none was.
	 */
	String statement() {
		return (this.busy > 0) ? this.usage.lastStatement() : "";
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
	 * Returns whether the connection is borrowed for long and unused, and the request of
	 * the borrower is complete or unknown.
	 */
	boolean isSuspicious() {
		long held = this.usage.heldNanos();
		if (held < PoolStatistics.LONG_USAGE || isRequestOpen()) {
			return false;
		}
		// Nobody uses the connection of a complete request: other usages do not matter.
		long suspiciousFrom = isOfRequest() ? PoolStatistics.LONG_USAGE : this.pool.suspiciousFrom();
		return held > suspiciousFrom && unusedNanos() > suspiciousFrom && !this.usage.isCalling() && !isKept();
	}

	/**
	 * Returns whether the connection may be in use without statements: it was unwrapped,
	 * listens to notifications, or holds a lock of its session.
	 */
	private boolean isKept() {
		return this.unwrapped || this.usage.isKept();
	}

	/**
	 * Marks the connection as a suspected leak until it is used again.
	 */
	void suspect() {
		this.suspectedAt = this.usage.heldNanos();
		this.pool.suspected();
	}

	boolean isSuspected() {
		long suspectedAt = this.suspectedAt;
		return suspectedAt != NEVER && this.usage.idleNanos() >= this.usage.heldNanos() - suspectedAt;
	}

	/**
	 * Returns the time since the last execution or computation, zero during an execution.
	 */
	private long unusedNanos() {
		return Math.min(this.usage.idleNanos(), this.usage.heldNanos() - this.computedAt);
	}

	/**
	 * Describes by whom and when the connection was borrowed, as far as it is known.
	 */
	String describe(LocalTime now) {
		long age = TimeUnit.NANOSECONDS.toSeconds(this.usage.heldNanos());
		String name = this.usage.transaction();
		return String.format(Locale.ROOT, "borrowed %s by thread %s (%s%s), %d s ago, unused for %d s",
				TIME.format(now.minusSeconds(age)), thread().getName(),
				(name != null) ? TransactionNames.shortened(name) + ", " : "",
				(this.line != null) ? this.line : "line not recorded", age,
				TimeUnit.NANOSECONDS.toSeconds(unusedNanos()));
	}

}
