package io.perfstarter.reporting;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.reporting.window.ThreadsWindow;
import org.jspecify.annotations.Nullable;

/**
 * Estimates how long requests wait for a thread: by Little's law, the number of waiting
 * requests divided by the throughput. The estimate never exceeds the time since requests
 * began to queue. One thread takes samples, and any thread may read the estimate.
 */
final class RequestThreads {

	// The time that the moving average of the throughput covers, in nanoseconds. A sample
	// directly after another one, as at the end of a period, weighs little.
	private static final double AVERAGED = 1e9;

	private final Supplier<@Nullable ThreadsWindow> threads;

	private final LongSupplier clock;

	private @Nullable ThreadsWindow previous;

	private long sampledAt;

	private long emptyAt;

	private double served;

	private int busyPeak;

	private int queuedPeak;

	private volatile long queueNanos = -1;

	/**
	 * Creates an estimator.
	 * @param threads supplies the state of the threads for each sample, {@code null} if
	 * unknown
	 * @param clock {@link System#nanoTime()}
	 */
	RequestThreads(Supplier<@Nullable ThreadsWindow> threads, LongSupplier clock) {
		this.threads = threads;
		this.clock = clock;
		this.emptyAt = clock.getAsLong();
	}

	void sample() {
		ThreadsWindow state = this.threads.get();
		long now = this.clock.getAsLong();
		if (state != null) {
			if (this.previous != null && now > this.sampledAt) {
				add(state.completed() - this.previous.completed(), now - this.sampledAt);
			}
			this.busyPeak = Math.max(this.busyPeak, state.busyPeak());
			this.queuedPeak = Math.max(this.queuedPeak, state.queuedPeak());
			// Requests that are queued while threads are free wait only until a thread
			// wakes up.
			boolean waits = state.queuedPeak() > 0 && state.busyPeak() >= state.max();
			this.emptyAt = (waits) ? this.emptyAt : now;
			this.queueNanos = (waits && this.served > 0)
					? Math.min((long) (state.queuedPeak() / this.served), now - this.emptyAt) : 0;
		}
		else {
			this.emptyAt = now;
			this.queueNanos = -1;
		}
		this.previous = state;
		this.sampledAt = now;
	}

	private void add(long completed, double nanos) {
		double rate = completed / nanos;
		double weight = (this.served != 0) ? Math.min(1, nanos / AVERAGED) : 1;
		this.served += weight * (rate - this.served);
	}

	/**
	 * Returns the estimated time that a request which starts now has waited for its
	 * thread.
	 * @return the time in nanoseconds; -1 if unknown
	 */
	long queueNanos() {
		return this.queueNanos;
	}

	/**
	 * Ends a period.
	 * @return the samples of the period, {@code null} if unknown
	 */
	@Nullable ThreadsWindow next() {
		sample();
		ThreadsWindow state = this.previous;
		if (state == null) {
			return null;
		}
		ThreadsWindow window = new ThreadsWindow(state.max(), this.busyPeak, this.queuedPeak, state.completed());
		this.busyPeak = state.busyPeak();
		this.queuedPeak = state.queuedPeak();
		return window;
	}

}
