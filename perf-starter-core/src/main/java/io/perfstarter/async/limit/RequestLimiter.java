package io.perfstarter.async.limit;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.support.DaemonThreads;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.LogOnce;
import io.perfstarter.support.SharedResource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of concurrent requests, queues a bounded number of further ones in
 * order of arrival, and rejects the rest. Thread-safe: one lock guards all state and is
 * held only for counting.
 */
public final class RequestLimiter implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(RequestLimiter.class);

	/**
	 * The approximate number of requests in the moving average of the run time.
	 */
	private static final int MEMORY = 16;

	private static final String NAME = "requests";

	private final IntUnaryOperator queue;

	private final long maxWait;

	private final LimiterListener listener;

	private final LongSupplier clock;

	private final ScheduledExecutorService timer = DaemonThreads.timer("async-requests");

	private final Lock lock = new ReentrantLock();

	private final Set<Admission> running = new HashSet<>();

	// Empty while a permit is free: a request that ends passes its permit to the first
	// queued one.
	private final Deque<Turn> waiting = new ArrayDeque<>();

	private final LongAdder[] refused = new LongAdder[Rejection.values().length];

	private final LongAdder waits = new LongAdder();

	private final LongAdder waited = new LongAdder();

	private final LogOnce once = new LogOnce();

	private int permits;

	private int threads = Integer.MAX_VALUE;

	private volatile @Nullable String reason;

	private double meanRun;

	/**
	 * Creates a limiter.
	 * @param permits the maximum number of concurrent requests, at least 1
	 * @param queue returns the configured capacity of the queue for a limit, at least 0
	 * @param maxWait the maximum time that a request waits in the queue
	 * @param listener receives the waits for a place, on the threads that wait
	 */
	public RequestLimiter(int permits, IntUnaryOperator queue, Duration maxWait, LimiterListener listener) {
		this(permits, queue, maxWait, listener, System::nanoTime);
	}

	RequestLimiter(int permits, int queue, Duration maxWait) {
		this(permits, (limit) -> queue, maxWait, LimiterListener.NONE);
	}

	RequestLimiter(int permits, int queue, Duration maxWait, LongSupplier clock) {
		this(permits, (limit) -> queue, maxWait, LimiterListener.NONE, clock);
	}

	private RequestLimiter(int permits, IntUnaryOperator queue, Duration maxWait, LimiterListener listener,
			LongSupplier clock) {
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
	 * Adapts the limit to the use of resources from now on: the processors and others.
	 * @param min the lowest limit
	 * @param max the highest limit
	 * @param others supplies the other resources; called once in a second
	 */
	public void adapt(int min, int max, Supplier<? extends Collection<SharedResource>> others) {
		LimitAdapter adapter = new LimitAdapter(new AdaptiveLimit(min, max, permits()), new ProcessorUse(), others);
		this.timer.scheduleWithFixedDelay(() -> adapt(adapter), LimitAdapter.INTERVAL, LimitAdapter.INTERVAL,
				TimeUnit.NANOSECONDS);
	}

	private void adapt(LimitAdapter adapter) {
		try {
			int limit = adapter.sample(waits() + refused(), waiting());
			this.reason = adapter.reason();
			this.lock.lock();
			try {
				this.permits = limit;
				passOn();
			}
			finally {
				this.lock.unlock();
			}
		}
		catch (RuntimeException ex) {
			if (this.once.isFirst(ex.getClass())) {
				logger.warn("Could not adapt the limit of concurrent requests, which stays as it is", ex);
			}
		}
	}

	/**
	 * Keeps threads of the server free of queued requests from now on: one for each
	 * running request, because an asynchronous one needs it for its end, and one that
	 * rejects further requests.
	 * @param threads the maximum number of threads of the server
	 */
	public void keepThreadsFree(int threads) {
		this.lock.lock();
		try {
			this.threads = threads;
		}
		finally {
			this.lock.unlock();
		}
	}

	/**
	 * Returns how many requests may wait while the limit is reached.
	 * @return the number of requests
	 */
	public int queueCapacity() {
		this.lock.lock();
		try {
			// More run than the limit allows if it has just fallen.
			int running = Math.max(this.permits, this.running.size());
			return Math.max(0, Math.min(this.queue.applyAsInt(this.permits), this.threads - running - 1));
		}
		finally {
			this.lock.unlock();
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
		Admission admission = new Admission(this);
		this.lock.lock();
		try {
			if (this.running.size() < this.permits) {
				run(admission);
				return admission;
			}
			if (this.waiting.size() >= queueCapacity()) {
				return refuse(Rejection.FULL);
			}
			return awaitTurn(admission);
		}
		finally {
			this.lock.unlock();
		}
	}

	private @Nullable Admission awaitTurn(Admission admission) {
		long since = now();
		Turn turn = new Turn(admission, this.lock.newCondition());
		this.waiting.addLast(turn);
		Runnable waited = this.listener.waiting(NAME);
		Rejection refusal = turn.await(this.maxWait);
		waited.run();
		if (refusal != null) {
			this.waiting.remove(turn);
			return refuse(refusal);
		}
		this.waits.increment();
		this.waited.add(now() - since);
		return admission;
	}

	private @Nullable Admission refuse(Rejection refusal) {
		refused(refusal).increment();
		return null;
	}

	void leave(Admission admission) {
		this.lock.lock();
		try {
			if (this.running.remove(admission)) {
				long run = now() - admission.since();
				this.meanRun += (this.meanRun != 0) ? (run - this.meanRun) / MEMORY : run;
				passOn();
			}
		}
		finally {
			this.lock.unlock();
		}
	}

	private void run(Admission admission) {
		this.running.add(admission);
		admission.run(now());
	}

	private void passOn() {
		while (this.running.size() < this.permits) {
			Turn next = this.waiting.poll();
			if (next == null) {
				return;
			}
			run(next.admission);
			next.come();
		}
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
	}

	private long now() {
		return this.clock.getAsLong();
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
		return new LimiterState(NAME, permits(), this.reason, active(), waiting(), refused(), waits(), waited());
	}

	private long refused() {
		return Arrays.stream(this.refused).mapToLong(LongAdder::sum).sum();
	}

	int permits() {
		this.lock.lock();
		try {
			return this.permits;
		}
		finally {
			this.lock.unlock();
		}
	}

	int active() {
		this.lock.lock();
		try {
			return this.running.size();
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
	 * A request that waits for a place. Guarded by the lock of the limiter.
	 */
	private static final class Turn {

		private final Admission admission;

		private final Condition condition;

		private boolean come;

		private Turn(Admission admission, Condition condition) {
			this.admission = admission;
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
