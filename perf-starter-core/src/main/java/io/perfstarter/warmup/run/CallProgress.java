package io.perfstarter.warmup.run;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.Outcome;
import org.jspecify.annotations.Nullable;

/**
 * The progress of one warm-up request. Thread-safe: guarded by its own lock, which is not
 * held during a call.
 */
final class CallProgress {

	// A request is repeated until its first success, because a failure directly after the
	// start may be temporary. The limit keeps a request that hangs from using up the
	// timeout.
	private static final int GIVE_UP_AFTER = 3;

	private static final double MIN_SUCCESS_RATIO = 0.9;

	private static final double NANOS_PER_MILLI = 1e6;

	private final WarmupCall call;

	private final WarmupSettings settings;

	private final LongSupplier clock;

	private final StopRule rule;

	private final List<Long> burst = new ArrayList<>();

	private int burstCalls;

	private int successes;

	private int failures;

	private @Nullable Long first;

	private @Nullable String lastFailure;

	private @Nullable Outcome outcome;

	CallProgress(WarmupCall call, WarmupSettings settings, LongSupplier clock) {
		this.call = call;
		this.settings = settings;
		this.clock = clock;
		this.rule = new StopRule(settings.minRequests(), settings.maxRequests());
	}

	/**
	 * Sends the request once.
	 * @param caller sends the request
	 * @param timeout the maximum time to wait
	 * @throws InterruptedException if the calling thread is interrupted; such a call does
	 * not count. If other calls have succeeded, a call that the timeout cuts off does not
	 * count either
	 */
	void make(WarmupClient caller, Duration timeout) throws InterruptedException {
		long begin = this.clock.getAsLong();
		try {
			int status = caller.call(this.call, timeout);
			ended(this.clock.getAsLong() - begin, (this.call.isExpected(status)) ? null : "status " + status);
		}
		catch (TimeoutException ex) {
			if (timeout.compareTo(this.settings.requestTimeout()) >= 0 || !isAnswered()) {
				ended(this.clock.getAsLong() - begin, "no response within " + timeout.toMillis() + " ms");
			}
		}
		catch (IOException | RuntimeException ex) {
			ended(this.clock.getAsLong() - begin,
					(ex.getMessage() != null) ? ex.getMessage() : ex.getClass().getSimpleName());
		}
	}

	synchronized boolean isAnswered() {
		return this.successes > 0;
	}

	private synchronized void ended(long nanos, @Nullable String failure) {
		this.burstCalls++;
		this.first = (this.first != null) ? this.first : Long.valueOf(nanos);
		if (failure != null) {
			this.failures++;
			this.lastFailure = failure;
			return;
		}
		this.successes++;
		this.burst.add(nanos);
	}

	/**
	 * Returns whether the request never succeeded and is not tried again.
	 */
	synchronized boolean isHopeless() {
		return this.successes == 0 && this.failures >= GIVE_UP_AFTER;
	}

	/**
	 * Ends a burst, which consists of the calls since the last invocation.
	 */
	synchronized void endBurst() {
		if (this.burstCalls == 0) {
			return;
		}
		this.rule.add(this.burstCalls, StopRule.median(this.burst));
		this.burst.clear();
		this.burstCalls = 0;
	}

	/**
	 * Returns whether no more calls are needed.
	 * @param quiet whether the JIT compiler has little work
	 */
	synchronized boolean settle(boolean quiet) {
		if (this.outcome == null && (isHopeless() || this.rule.isOver(quiet))) {
			finish(quiet);
		}
		return this.outcome != null;
	}

	/**
	 * Sets the outcome.
	 * @param quiet whether the JIT compiler has little work
	 */
	synchronized void finish(boolean quiet) {
		if (this.outcome == null) {
			int calls = this.successes + this.failures;
			boolean failed = isHopeless() || (this.failures > 0 && this.successes < MIN_SUCCESS_RATIO * calls);
			this.outcome = (failed) ? Outcome.FAILED : this.rule.outcome(quiet);
		}
	}

	/**
	 * Returns how many more calls are allowed.
	 */
	synchronized int left() {
		return this.settings.maxRequests() - this.successes - this.failures;
	}

	synchronized CallReport report() {
		return new CallReport(this.call.name(), this.call.method(), this.call.path().toString(), this.outcome,
				this.successes + this.failures, this.failures, millis(this.first), millis(this.rule.best()),
				millis(this.rule.last()), this.lastFailure);
	}

	private static @Nullable Double millis(@Nullable Long nanos) {
		return (nanos != null && nanos != StopRule.NONE) ? nanos / NANOS_PER_MILLI : null;
	}

}
