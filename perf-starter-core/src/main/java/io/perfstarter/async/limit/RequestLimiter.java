package io.perfstarter.async.limit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.support.LimiterListener;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of concurrent requests, queues a bounded number of further ones in
 * order of arrival, and rejects the rest. Thread-safe.
 */
public final class RequestLimiter {

	/**
	 * The approximate number of requests in the moving average of the run time.
	 */
	private static final int MEMORY = 16;

	private static final String NAME = "requests";

	private final int permits;

	private final int queue;

	private final long maxWait;

	private final LimiterListener listener;

	private final LongSupplier clock;

	private final Lock lock = new ReentrantLock();

	// Empty while a permit is free: a request that ends passes its permit to the first
	// queued one.
	private final Deque<Turn> waiting = new ArrayDeque<>();

	private final LongAdder[] refused = new LongAdder[Rejection.values().length];

	private final LongAdder waits = new LongAdder();

	private final LongAdder waited = new LongAdder();

	private int active;

	private double meanRun;

	/**
	 * Creates a limiter.
	 * @param permits the maximum number of concurrent requests, at least 1
	 * @param queue the capacity of the queue, at least 0
	 * @param maxWait the maximum time that a request waits in the queue
	 * @param listener receives the waits in the queue, on the threads that wait
	 */
	public RequestLimiter(int permits, int queue, Duration maxWait, LimiterListener listener) {
		this(permits, queue, maxWait, listener, System::nanoTime);
	}

	RequestLimiter(int permits, int queue, Duration maxWait) {
		this(permits, queue, maxWait, LimiterListener.NONE);
	}

	RequestLimiter(int permits, int queue, Duration maxWait, LongSupplier clock) {
		this(permits, queue, maxWait, LimiterListener.NONE, clock);
	}

	private RequestLimiter(int permits, int queue, Duration maxWait, LimiterListener listener, LongSupplier clock) {
		this.permits = permits;
		this.queue = queue;
		this.maxWait = TimeUnit.NANOSECONDS.convert(maxWait);
		this.listener = listener;
		this.clock = clock;
		for (Rejection refusal : Rejection.values()) {
			this.refused[refusal.ordinal()] = new LongAdder();
		}
	}

	/**
	 * Returns the meters of the limiter.
	 * @return the binder
	 */
	public MeterBinder meters() {
		return new RequestLimiterMeters(this);
	}

	/**
	 * Admits a request, if necessary after waiting in the queue.
	 * @return the admission, which must be released at the end of the request;
	 * {@code null} if the request is rejected
	 */
	@Nullable Admission enter() {
		this.lock.lock();
		try {
			if (this.active < this.permits) {
				this.active++;
				return new Admission(this, this.clock.getAsLong());
			}
			if (this.waiting.size() >= this.queue) {
				return refuse(Rejection.FULL);
			}
			return awaitTurn();
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Admission awaitTurn() {
		long since = this.clock.getAsLong();
		Turn turn = new Turn(this.lock.newCondition());
		this.waiting.addLast(turn);
		Runnable waited = this.listener.waiting(NAME);
		Rejection refusal = turn.await(this.maxWait);
		waited.run();
		if (refusal != null) {
			this.waiting.remove(turn);
			return refuse(refusal);
		}
		long now = this.clock.getAsLong();
		this.waits.increment();
		this.waited.add(now - since);
		return new Admission(this, now);
	}

	private @Nullable Admission refuse(Rejection refusal) {
		refused(refusal).increment();
		return null;
	}

	void leave(long since) {
		this.lock.lock();
		try {
			long run = this.clock.getAsLong() - since;
			this.meanRun += (this.meanRun != 0) ? (run - this.meanRun) / MEMORY : run;
			Turn next = this.waiting.pollFirst();
			if (next != null) {
				next.come();
			}
			else {
				this.active--;
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns a value for the Retry-After header: the estimated time until the currently
	 * queued requests have started, by the mean run time, at most the queue timeout.
	 * @return the time in seconds, at least 1
	 */
	long retryAfter() {
		this.lock.lock();
		try {
			double turns = (this.waiting.size() + 1.0) / this.permits;
			double nanos = Math.min(this.meanRun * turns, this.maxWait);
			return Math.max(1, (long) Math.ceil(nanos / TimeUnit.SECONDS.toNanos(1)));
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns the current state.
	 * @return the state, whose values are not read atomically
	 */
	public LimiterState state() {
		long refused = Arrays.stream(this.refused).mapToLong(LongAdder::sum).sum();
		return new LimiterState(NAME, this.permits, active(), waiting(), refused, waits(), waited());
	}

	int permits() {
		return this.permits;
	}

	int active() {
		this.lock.lock();
		try {
			return this.active;
		}
		finally {
			this.lock.unlock();
		}
	}

	int waiting() {
		this.lock.lock();
		try {
			return this.waiting.size();
		}
		finally {
			this.lock.unlock();
		}
	}

	LongAdder refused(Rejection refusal) {
		return this.refused[refusal.ordinal()];
	}

	/**
	 * Returns the number of requests that were queued before they ran.
	 * @return the number of requests
	 */
	long waits() {
		return this.waits.sum();
	}

	/**
	 * Returns the total time that queued requests waited.
	 * @return the sum in nanoseconds
	 */
	long waited() {
		return this.waited.sum();
	}

	/**
	 * A queued request. Guarded by the lock of the limiter.
	 */
	private static final class Turn {

		private final Condition condition;

		private boolean come;

		private Turn(Condition condition) {
			this.condition = condition;
		}

		private void come() {
			this.come = true;
			this.condition.signal();
		}

		private @Nullable Rejection await(long nanos) {
			long left = nanos;
			try {
				while (!this.come) {
					if (left <= 0) {
						return Rejection.TIMEOUT;
					}
					left = this.condition.awaitNanos(left);
				}
				return null;
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				return this.come ? null : Rejection.INTERRUPTED;
			}
		}

	}

}
