package io.perfstarter.warmup;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

/**
 * A call that is becoming warm. Thread-safe: guarded by a lock of its own, which is not
 * held while the call is under way.
 */
final class WarmingCall {

	/**
	 * Three times, and not after the first success: what fails at the start may only have
	 * been too early, and what hangs must not cost the others their time.
	 */
	private static final int GIVE_UP_AFTER = 3;

	private static final double NANOS_PER_MILLI = 1e6;

	private final WarmupCall call;

	private final Duration timeout;

	private final int maxRequests;

	private final double minSuccessRatio;

	private final LongSupplier clock;

	private final StopRule rule;

	private final List<Long> burst = new ArrayList<>();

	private int burstCalls;

	private int successes;

	private int failures;

	private @Nullable Long first;

	private @Nullable Long best;

	private @Nullable Long last;

	private @Nullable String lastFailure;

	private @Nullable Outcome outcome;

	WarmingCall(WarmupCall call, WarmupSettings settings, LongSupplier clock) {
		this.call = call;
		this.timeout = settings.requestTimeout();
		this.maxRequests = settings.maxRequests();
		this.minSuccessRatio = settings.minSuccessRatio();
		this.clock = clock;
		this.rule = new StopRule(settings.minRequests(), settings.maxRequests(), settings.stabilityTolerance());
	}

	/**
	 * Makes it once.
	 * @param caller how
	 * @param timeout for how long to wait at most
	 * @throws InterruptedException if the caller is interrupted; then it does not count,
	 * no more than one that the end of the budget has cut off, if others were answered
	 */
	void make(Caller caller, Duration timeout) throws InterruptedException {
		long begin = this.clock.getAsLong();
		try {
			String failure = this.call.expected().compare(caller.call(this.call, timeout));
			ended(this.clock.getAsLong() - begin, failure);
		}
		catch (TimeoutException ex) {
			if (timeout.compareTo(this.timeout) >= 0 || !isAnswered()) {
				ended(this.clock.getAsLong() - begin, "no answer within " + timeout.toMillis() + " ms");
			}
		}
		catch (IOException | RuntimeException ex) {
			ended(this.clock.getAsLong() - begin,
					(ex.getMessage() != null) ? ex.getMessage() : ex.getClass().getSimpleName());
		}
	}

	private synchronized boolean isAnswered() {
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
	 * Whether it has never succeeded, and need not be tried any more.
	 */
	synchronized boolean isHopeless() {
		return this.successes == 0 && this.failures >= GIVE_UP_AFTER;
	}

	/**
	 * Takes what was called since the last time as one burst.
	 */
	synchronized void endBurst() {
		if (this.burstCalls == 0) {
			return;
		}
		long median = median(this.burst);
		this.rule.add(this.burstCalls, median);
		if (!this.burst.isEmpty()) {
			this.best = (this.best != null) ? Math.min(this.best, median) : median;
			this.last = median;
		}
		this.burst.clear();
		this.burstCalls = 0;
	}

	/**
	 * Those that all fail are never stable.
	 */
	private static long median(List<Long> times) {
		return (times.isEmpty()) ? Long.MAX_VALUE
				: times.stream().sorted().skip(times.size() / 2).findFirst().orElseThrow();
	}

	/**
	 * Whether it needs no more calls.
	 * @param quiet whether the JVM compiles little
	 */
	synchronized boolean settle(boolean quiet) {
		if (this.outcome == null && (isHopeless() || this.rule.isOver(quiet))) {
			finish(quiet);
		}
		return this.outcome != null;
	}

	/**
	 * Decides what has become of it.
	 * @param quiet whether the JVM compiles little
	 */
	synchronized void finish(boolean quiet) {
		if (this.outcome == null) {
			int calls = this.successes + this.failures;
			boolean failed = isHopeless() || (this.failures > 0 && this.successes < this.minSuccessRatio * calls);
			this.outcome = (failed) ? Outcome.FAILED : this.rule.outcome(quiet);
		}
	}

	/**
	 * How often it may still be made.
	 */
	synchronized int left() {
		return this.maxRequests - this.successes - this.failures;
	}

	synchronized CallReport report() {
		return new CallReport(this.call.name(), this.call.method(), this.call.path().toString(), this.outcome,
				this.successes + this.failures, this.failures, millis(this.first), millis(this.best), millis(this.last),
				this.lastFailure);
	}

	private static @Nullable Double millis(@Nullable Long nanos) {
		return (nanos != null) ? nanos / NANOS_PER_MILLI : null;
	}

}
