package io.perfstarter.reporting;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.reporting.window.Histogram.Times;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.PoolWindow;

/**
 * Collects the usage of one pool in a period. Thread-safe: its lock guards the sums and
 * is held only for a few additions.
 */
final class PoolStatistics {

	/**
	 * Minimum age of a suspected leak.
	 */
	static final long LONG_USAGE = TimeUnit.SECONDS.toNanos(10);

	static final int UNKNOWN = -1;

	// Minimum ratio of the age of a suspected leak to the 99th percentile of usage times.
	private static final int SUSPICIOUS = 10;

	// One in this number of borrowed connections records its source line, because
	// recording is slow.
	private static final int ONE_IN = 128;

	// Maximum number of holders in a period, which bounds the memory.
	private static final int HOLDERS = 100;

	// Indexes of the sums over usages.
	private static final int HELD = 0;

	private static final int ACTIVE = 1;

	private static final int REMOTE = 2;

	private static final int PAUSED = 3;

	private final String name;

	private final LongAdder requests = new LongAdder();

	private final LongAdder refused = new LongAdder();

	private final AtomicInteger waiting = new AtomicInteger();

	private final AtomicInteger active = new AtomicInteger();

	private final AtomicInteger peak = new AtomicInteger();

	private final AtomicInteger borrowings = new AtomicInteger();

	private final AtomicLong longestWait = new AtomicLong();

	// Guarded by this, as are the next three: one lock costs less than two concurrent
	// histograms.
	private Times usages = new Times();

	private final Times allUsages = new Times();

	// Arrays, because records would be one more allocation per request.
	private final long[] returned = new long[4];

	private final long[] last = new long[4];

	// This field and the next three are confined to the sampling thread.
	private final Map<String, Long> holders = new HashMap<>();

	private int samples;

	private long sampledWaiting;

	private int looks;

	private volatile int max = UNKNOWN;

	private volatile boolean suspected;

	PoolStatistics(String name) {
		this.name = name;
	}

	String name() {
		return this.name;
	}

	/**
	 * Takes a sample.
	 * @param max the maximum number of connections
	 */
	void sample(int max) {
		this.max = max;
		this.sampledWaiting += this.waiting.get();
		this.looks++;
	}

	/**
	 * Records that a thread requests a connection.
	 */
	void requested() {
		this.requests.increment();
	}

	/**
	 * Records the start of a wait.
	 */
	void waits() {
		this.waiting.incrementAndGet();
	}

	/**
	 * Records the end of a wait.
	 * @param wait the duration of the wait, in nanoseconds
	 */
	void waited(long wait) {
		this.waiting.decrementAndGet();
		stillWaits(wait);
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
	 * Records that a connection was borrowed.
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
	 * Returns whether to record the source line of the current borrower.
	 */
	boolean wantsLine() {
		return this.borrowings.getAndIncrement() % ONE_IN == 0 || this.suspected;
	}

	/**
	 * Records that a connection was returned.
	 */
	void returned(ConnectionUsage usage) {
		this.active.decrementAndGet();
		ConnectionUsage.Figures figures = usage.figures();
		synchronized (this) {
			add(this.returned, figures);
			this.usages.add(figures.held());
			this.allUsages.add(figures.held());
		}
	}

	private static void add(long[] sums, ConnectionUsage.Figures figures) {
		sums[HELD] += figures.held();
		sums[ACTIVE] += figures.active();
		sums[REMOTE] += figures.remote();
		sums[PAUSED] += figures.paused();
	}

	/**
	 * Returns the minimum age of a suspected leak.
	 * @return the age in nanoseconds
	 */
	synchronized long suspiciousFrom() {
		return Math.max(LONG_USAGE, SUSPICIOUS * this.allUsages.quantile(0.99));
	}

	void suspected() {
		this.suspected = true;
	}

	/**
	 * Records who was seen to hold a connection.
	 * @param holder the name of a thread outside of requests, otherwise empty
	 */
	void held(String holder) {
		this.samples++;
		if (!holder.isEmpty() && (this.holders.size() < HOLDERS || this.holders.containsKey(holder))) {
			this.holders.merge(holder, 1L, Long::sum);
		}
	}

	/**
	 * Ends a period.
	 * @param borrowed the connections that are still borrowed
	 * @param leaks the descriptions of suspected leaks
	 * @param callsObserved whether remote calls are observed
	 */
	synchronized PoolWindow next(List<ConnectionUsage> borrowed, List<String> leaks, boolean callsObserved) {
		int active = this.active.get();
		int peak = this.peak.getAndSet(active);
		// Includes connections that were borrowed between the two previous statements.
		raise(this.active.get());
		// The pool may lend a connection before its return is recorded.
		int most = (this.max > 0) ? Math.min(Math.max(peak, active), this.max) : Math.max(peak, active);
		Times usages = this.usages;
		this.usages = new Times();
		long[] times = this.returned.clone();
		borrowed.forEach((usage) -> add(times, usage.figures()));
		for (int i = 0; i < times.length; i++) {
			// A usage that ends meanwhile may only be part of the next period.
			times[i] = Math.max(0, times[i] - this.last[i]);
			this.last[i] += times[i];
		}
		this.suspected = !leaks.isEmpty();
		return new PoolWindow(this.name, this.max, active, most, this.requests.sumThenReset(),
				this.refused.sumThenReset(), this.waiting.get(), meanWaiting(), this.longestWait.getAndSet(0),
				usages.count(), times[HELD], usages.quantile(0.95), times[ACTIVE], callsObserved ? times[REMOTE] : -1,
				times[PAUSED], leaks, holder());
	}

	private double meanWaiting() {
		double mean = (double) this.sampledWaiting / Math.max(1, this.looks);
		this.sampledWaiting = 0;
		this.looks = 0;
		return mean;
	}

	private OutsideWork holder() {
		OutsideWork most = OutsideWork.most(this.holders, this.samples);
		this.holders.clear();
		this.samples = 0;
		return most;
	}

}
