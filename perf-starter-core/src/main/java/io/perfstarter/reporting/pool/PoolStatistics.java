package io.perfstarter.reporting.pool;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.perfstarter.reporting.window.Histogram;
import io.perfstarter.reporting.window.Histogram.Times;
import io.perfstarter.reporting.window.PoolWindow;
import org.jspecify.annotations.Nullable;

/**
 * What one pool has lent in a period. Thread-safe: its lock guards the sums of loans, and
 * is held for a few additions.
 */
final class PoolStatistics {

	/**
	 * No shorter loan is suspicious.
	 */
	static final long LONG_USAGE = TimeUnit.SECONDS.toNanos(10);

	private static final int UNKNOWN = -1;

	private static final long LONG_WAIT = TimeUnit.MILLISECONDS.toNanos(10);

	/**
	 * How many times longer than usual a loan is that is suspicious.
	 */
	private static final int SUSPICIOUS = 10;

	/**
	 * The line of one in so many borrowings is looked for, because that is slow.
	 */
	private static final int ONE_IN = 128;

	private final String name;

	private final LongAdder requests = new LongAdder();

	private final LongAdder refused = new LongAdder();

	private final LongAdder waitsWithIdle = new LongAdder();

	private final AtomicInteger waiting = new AtomicInteger();

	private final AtomicInteger active = new AtomicInteger();

	private final AtomicInteger peak = new AtomicInteger();

	private final AtomicInteger borrowings = new AtomicInteger();

	private final AtomicLong longestWait = new AtomicLong();

	private final Histogram allUsages = new Histogram();

	private final Histogram usages = new Histogram();

	private long borrowedNanos;

	private long sql;

	private long remote;

	private long stopped;

	private volatile int max = UNKNOWN;

	private volatile int connections;

	private volatile boolean suspected;

	PoolStatistics(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
	}

	/**
	 * Takes what the pool says of itself, {@code null} if it says nothing.
	 */
	void sample(@Nullable PoolState state) {
		this.max = (state != null) ? state.max() : UNKNOWN;
		this.connections = (state != null) ? state.active() + state.idle() : 0;
	}

	/**
	 * A thread asks for a connection.
	 * @return whether there was an idle one for it
	 */
	boolean requested() {
		this.requests.increment();
		// The pool itself would count them one by one.
		return this.waiting.getAndIncrement() + this.active.get() < this.connections;
	}

	/**
	 * A thread waits no more.
	 * @param wait how long it did, in nanoseconds
	 * @param besideIdle whether there was an idle connection for it
	 */
	void waited(long wait, boolean besideIdle) {
		this.waiting.decrementAndGet();
		stillWaits(wait);
		if (besideIdle && wait >= LONG_WAIT) {
			this.waitsWithIdle.increment();
		}
	}

	void stillWaits(long wait) {
		if (wait > this.longestWait.get()) {
			this.longestWait.accumulateAndGet(wait, Math::max);
		}
	}

	void refused() {
		this.refused.increment();
	}

	/**
	 * A connection was lent.
	 */
	void borrowed() {
		raise(this.active.incrementAndGet());
	}

	private void raise(int now) {
		if (now > this.peak.get()) {
			this.peak.accumulateAndGet(now, Math::max);
		}
	}

	int active() {
		return this.active.get();
	}

	/**
	 * Whether to look for the line that borrows now.
	 */
	boolean wantsLine() {
		return this.borrowings.getAndIncrement() % ONE_IN == 0 || this.suspected;
	}

	/**
	 * A connection was returned.
	 * @param usage for how long it was lent, in nanoseconds
	 * @param use what it was used for, without what was added before
	 */
	void returned(long usage, UsageTimes use) {
		this.active.decrementAndGet();
		this.allUsages.add(usage);
		this.usages.add(usage);
		add(use);
	}

	/**
	 * A connection was used, and is still lent.
	 */
	synchronized void add(UsageTimes use) {
		// In place, because a record of the sums would be one more for each request.
		this.borrowedNanos += use.borrowedNanos();
		this.sql += use.sql();
		this.remote += use.remote();
		this.stopped += use.stopped();
	}

	/**
	 * From which time on a loan is suspicious.
	 * @return in nanoseconds
	 */
	long suspiciousFrom() {
		return Math.max(LONG_USAGE, SUSPICIOUS * this.allUsages.read().quantile(0.99));
	}

	void suspected() {
		this.suspected = true;
	}

	/**
	 * Ends a period.
	 * @param leaks the lines of suspicious loans
	 * @param callsObserved whether anybody tells of remote calls
	 */
	synchronized PoolWindow next(List<String> leaks, boolean callsObserved) {
		int active = this.active.get();
		int peak = this.peak.getAndSet(active);
		// Lent after it was counted, and before the new period began.
		raise(this.active.get());
		// A pool may lend what is still on its way back.
		int most = (this.max > 0) ? Math.min(Math.max(peak, active), this.max) : Math.max(peak, active);
		Times usages = this.usages.take();
		PoolWindow window = new PoolWindow(this.name, this.max, active, most, this.requests.sumThenReset(),
				this.refused.sumThenReset(), this.waiting.get(), this.longestWait.getAndSet(0),
				this.waitsWithIdle.sumThenReset(), usages.count(), this.borrowedNanos, usages.quantile(0.95), this.sql,
				callsObserved ? this.remote : -1, this.stopped, leaks);
		this.suspected = !leaks.isEmpty();
		this.borrowedNanos = 0;
		this.sql = 0;
		this.remote = 0;
		this.stopped = 0;
		return window;
	}

}
