package io.perfstarter.reporting;

import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.reporting.window.ThreadsWindow;
import org.jspecify.annotations.Nullable;

/**
 * How long requests wait for a thread: as many as wait, by how many are served in a time;
 * J. D. C. Little, A Proof for the Queuing Formula L = λW, 1961. Looked at by one thread;
 * the estimate is read by any, and never longer than the time for which some have been
 * waiting.
 */
final class RequestThreads {

	/**
	 * How much of the rate a new look is, so that a second decides.
	 */
	private static final double WEIGHT = 0.1;

	private final Supplier<@Nullable ThreadsState> threads;

	private final LongSupplier clock;

	private @Nullable ThreadsState previous;

	private long lookedAt;

	private long emptyAt;

	private double served;

	private int busyPeak;

	private int queuedPeak;

	private volatile long queueNanos = -1;

	/**
	 * Takes where to look.
	 * @param threads asked at each look; gives {@code null} where nobody knows
	 * @param clock {@link System#nanoTime()}
	 */
	RequestThreads(Supplier<@Nullable ThreadsState> threads, LongSupplier clock) {
		this.threads = threads;
		this.clock = clock;
	}

	void look() {
		ThreadsState state = this.threads.get();
		long now = this.clock.getAsLong();
		if (state != null) {
			if (this.previous != null && now > this.lookedAt) {
				add((state.completed() - this.previous.completed()) / (double) (now - this.lookedAt));
			}
			this.busyPeak = Math.max(this.busyPeak, state.busy());
			this.queuedPeak = Math.max(this.queuedPeak, state.queued());
			// What waits while threads are free waits only until one of them has woken
			// up.
			boolean waits = state.queued() > 0 && state.busy() >= state.max();
			this.emptyAt = (waits) ? this.emptyAt : now;
			this.queueNanos = (waits && this.served > 0)
					? Math.min((long) (state.queued() / this.served), now - this.emptyAt) : 0;
		}
		else {
			this.queueNanos = -1;
		}
		this.previous = state;
		this.lookedAt = now;
	}

	private void add(double rate) {
		this.served = (this.served != 0) ? this.served + WEIGHT * (rate - this.served) : rate;
	}

	/**
	 * How long a request that begins now has waited for its thread.
	 * @return in nanoseconds, an estimate; -1 where nobody knows
	 */
	long queueNanos() {
		return this.queueNanos;
	}

	/**
	 * Ends a period.
	 * @return what was seen in it, {@code null} if nobody knows
	 */
	@Nullable ThreadsWindow next() {
		look();
		ThreadsState state = this.previous;
		if (state == null) {
			return null;
		}
		ThreadsWindow window = new ThreadsWindow(state.max(), this.busyPeak, this.queuedPeak);
		this.busyPeak = state.busy();
		this.queuedPeak = state.queued();
		return window;
	}

}
