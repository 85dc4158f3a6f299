package io.perfstarter.async.limit;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntUnaryOperator;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.support.DaemonThreads;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.LogOnce;
import io.perfstarter.support.SharedResource;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Limits the number of concurrent requests by a fair semaphore. Lets a bounded number of
 * further requests wait, and rejects the rest. Thread-safe.
 */
public final class RequestLimiter implements MeterBinder, AutoCloseable {

	private static final Log logger = LogFactory.getLog(RequestLimiter.class);

	private static final String METERS = "perf.starter.async.requests.";

	/**
	 * The name of the limiter.
	 */
	public static final String NAME = "requests";

	// The approximate number of requests in the moving average of the run time.
	private static final int MEMORY = 16;

	/**
	 * How long an asynchronous request may take beyond its timeout before it counts as
	 * forgotten. Without a timeout, how long it may take in total.
	 */
	static final long LAST_RESORT = TimeUnit.MINUTES.toNanos(10);

	private static final long SECOND = TimeUnit.SECONDS.toNanos(1);

	final Places places;

	private final IntUnaryOperator queue;

	private final long maxWait;

	private final LimiterListener listener;

	private final LongSupplier clock;

	private final ScheduledExecutorService timer = DaemonThreads.timer("async-requests");

	private final AtomicInteger waiting = new AtomicInteger();

	// The asynchronous requests, whose threads have left the filter.
	private final Set<Admission> kept = ConcurrentHashMap.newKeySet();

	private final AtomicLong lookedAt;

	final LongAdder forgotten = new LongAdder();

	private final LongAdder[] refused = new LongAdder[Rejection.values().length];

	private final LongAdder waits = new LongAdder();

	private final LongAdder waited = new LongAdder();

	private final LogOnce once = new LogOnce();

	private volatile int permits;

	private volatile int threads = Integer.MAX_VALUE;

	private volatile @Nullable String reason;

	private volatile double meanRun;

	/**
	 * Creates a limiter.
	 * @param permits the maximum number of concurrent requests, at least 1
	 * @param queue returns the configured capacity of the queue for a limit, at least 0
	 * @param maxWait the maximum time that a request waits in the queue
	 * @param listener receives each wait for a place, on the thread that waits
	 */
	public RequestLimiter(int permits, IntUnaryOperator queue, Duration maxWait, LimiterListener listener) {
		this(permits, queue, maxWait, listener, System::nanoTime);
	}

	RequestLimiter(int permits, IntUnaryOperator queue, Duration maxWait, LimiterListener listener,
			LongSupplier clock) {
		this.places = new Places(permits);
		this.permits = permits;
		this.queue = queue;
		this.maxWait = TimeUnit.NANOSECONDS.convert(maxWait);
		this.listener = listener;
		this.clock = clock;
		this.lookedAt = new AtomicLong(now());
		Arrays.setAll(this.refused, (reason) -> new LongAdder());
	}

	/**
	 * From now on, adapts the limit to the use of the processors and of other resources.
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
			int limit = adapter.sample(waits() + refused(), waiting(), active());
			this.reason = adapter.reason();
			resize(limit);
		}
		catch (Throwable ex) {
			if (this.once.isFirst(ex.getClass())) {
				logger.warn("Could not adapt the limit of concurrent requests, which stays as it is", ex);
			}
		}
	}

	void resize(int limit) {
		this.places.add(limit - this.permits);
		this.permits = limit;
	}

	/**
	 * From now on, keeps some threads of the server free of queued requests: one to
	 * reject further requests, and one for each running request. An asynchronous request
	 * needs a thread to end.
	 * @param threads the maximum number of threads of the server
	 */
	public void keepThreadsFree(int threads) {
		this.threads = threads;
	}

	/**
	 * Returns how many requests may wait while the limit is reached.
	 * @return the number of requests
	 */
	public int queueCapacity() {
		// If the limit has just fallen, more requests run than it allows.
		int running = Math.max(this.permits, active());
		return Math.max(0, Math.min(this.queue.applyAsInt(this.permits), this.threads - running - 1));
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		gauge(registry, "permits", "Maximum number of concurrent requests", RequestLimiter::permits);
		gauge(registry, "active", "Running requests", RequestLimiter::active);
		gauge(registry, "waiting", "Requests in the queue", RequestLimiter::waiting);
		for (Rejection refusal : Rejection.values()) {
			count(registry, "refused", "Rejected requests by reason", refused(refusal),
					Tags.of("reason", refusal.name().toLowerCase(Locale.ROOT)));
		}
		count(registry, "forgotten", "Asynchronous requests that were never completed, and whose place was given back",
				this.forgotten, Tags.empty());
		FunctionTimer
			.builder(METERS + "wait", this, RequestLimiter::waits, RequestLimiter::waited, TimeUnit.NANOSECONDS)
			.description("Time that queued requests waited before they ran")
			.register(registry);
	}

	private void gauge(MeterRegistry registry, String name, String description,
			ToDoubleFunction<RequestLimiter> value) {
		Gauge.builder(METERS + name, this, value).description(description).baseUnit("requests").register(registry);
	}

	private static void count(MeterRegistry registry, String name, String description, LongAdder count, Tags tags) {
		FunctionCounter.builder(METERS + name, count, LongAdder::sum)
			.description(description)
			.baseUnit("requests")
			.tags(tags)
			.register(registry);
	}

	/**
	 * Admits a request, if necessary after waiting in the queue.
	 * @return the admission, which must be released at the end of the request;
	 * {@code null} if the request is rejected
	 */
	@Nullable Admission enter() {
		Admission admission = tryEnter();
		if (admission != null) {
			return admission;
		}
		// For each free place, a request is about to leave the queue.
		int capacity = queueCapacity() + Math.max(0, this.places.availablePermits());
		if (this.waiting.getAndUpdate((number) -> (number < capacity) ? number + 1 : number) >= capacity) {
			return refuse(Rejection.FULL);
		}
		long since = now();
		Runnable waited = this.listener.waiting(NAME);
		try {
			if (!this.places.tryAcquire(this.maxWait, TimeUnit.NANOSECONDS)) {
				return refuse(Rejection.TIMEOUT);
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return refuse(Rejection.INTERRUPTED);
		}
		finally {
			this.waiting.decrementAndGet();
			waited.run();
		}
		this.waits.increment();
		this.waited.add(now() - since);
		return new Admission();
	}

	/**
	 * Admits a request that cannot wait.
	 * @return the admission, {@code null} if the request is rejected
	 */
	@Nullable Admission enterNow() {
		Admission admission = tryEnter();
		return (admission != null) ? admission : refuse(Rejection.FULL);
	}

	private @Nullable Admission tryEnter() {
		// No request overtakes waiting requests.
		if (waiting() == 0 && this.places.tryAcquire()) {
			return new Admission();
		}
		releaseForgotten();
		return null;
	}

	private @Nullable Admission refuse(Rejection refusal) {
		refused(refusal).increment();
		return null;
	}

	/**
	 * As the last resort, gives back the places of asynchronous requests whose end no
	 * container reports. Checks once in a second, while the limit is reached.
	 */
	private void releaseForgotten() {
		long now = now();
		long last = this.lookedAt.get();
		if (now - last < SECOND || !this.lookedAt.compareAndSet(last, now)) {
			return;
		}
		this.kept.stream().filter((admission) -> now - admission.overdueAt >= 0).forEach((admission) -> {
			if (!admission.leave()) {
				return;
			}
			this.forgotten.increment();
			if (this.once.isFirst(Admission.class)) {
				logger.warn(
						"An asynchronous request did not end within %d minutes after its timeout, and takes no place in the request limiter any more. Complete it, or exclude its path with 'perf-starter.async.requests.exclude'"
							.formatted(TimeUnit.NANOSECONDS.toMinutes(LAST_RESORT)));
			}
		});
	}

	@Override
	public void close() {
		this.timer.shutdownNow();
	}

	private long now() {
		return this.clock.getAsLong();
	}

	/**
	 * Returns a value for the Retry-After header: the time until all queued requests have
	 * started, estimated from the mean run time. At most the queue timeout.
	 * @return the time in seconds, at least 1
	 */
	long retryAfter() {
		double turns = (waiting() + 1.0) / this.permits;
		double nanos = Math.min(this.meanRun * turns, this.maxWait);
		return Math.max(1, (long) Math.ceil(nanos / SECOND));
	}

	/**
	 * Returns why the limit has its value.
	 * @return the reason, {@code null} if the limit is fixed
	 */
	public @Nullable String reason() {
		return this.reason;
	}

	/**
	 * Returns the limit.
	 * @return the maximum number of concurrent requests
	 */
	public int permits() {
		return this.permits;
	}

	/**
	 * Returns the number of running requests.
	 * @return the number of requests
	 */
	public int active() {
		return this.permits - this.places.availablePermits();
	}

	/**
	 * Returns the number of queued requests.
	 * @return the number of requests
	 */
	public int waiting() {
		return this.waiting.get();
	}

	/**
	 * Returns the number of rejected requests.
	 * @return the number of requests
	 */
	public long refused() {
		return Arrays.stream(this.refused).mapToLong(LongAdder::sum).sum();
	}

	LongAdder refused(Rejection refusal) {
		return this.refused[refusal.ordinal()];
	}

	/**
	 * Returns the number of requests that were queued before they ran.
	 * @return the number of requests
	 */
	public long waits() {
		return this.waits.sum();
	}

	/**
	 * Returns the total time that queued requests waited.
	 * @return the sum in nanoseconds
	 */
	public long waited() {
		return this.waited.sum();
	}

	/**
	 * An admitted request. It gives its place back only once.
	 */
	final class Admission {

		private final long since = now();

		private final AtomicBoolean left = new AtomicBoolean();

		private volatile long overdueAt;

		/**
		 * Keeps the place of an asynchronous request until its end is reported. Does not
		 * take the place again if a timeout has given it back.
		 * @param timeoutMillis the timeout of the request, not positive if it has none
		 */
		void keep(long timeoutMillis) {
			long timeout = TimeUnit.MILLISECONDS.toNanos(Math.max(0, timeoutMillis));
			this.overdueAt = now() + Math.min(timeout, Long.MAX_VALUE - LAST_RESORT) + LAST_RESORT;
			RequestLimiter.this.kept.add(this);
			if (this.left.get()) {
				RequestLimiter.this.kept.remove(this);
			}
		}

		/**
		 * Gives the place back.
		 * @return {@code false} if it was given back before
		 */
		boolean leave() {
			if (!this.left.compareAndSet(false, true)) {
				return false;
			}
			RequestLimiter.this.kept.remove(this);
			long run = now() - this.since;
			double mean = RequestLimiter.this.meanRun;
			RequestLimiter.this.meanRun = (mean != 0) ? mean + (run - mean) / MEMORY : run;
			RequestLimiter.this.places.release();
			return true;
		}

	}

	/**
	 * The reason for the rejection of a request.
	 */
	enum Rejection {

		/**
		 * The concurrency limit was reached and the queue was full.
		 */
		FULL,

		/**
		 * The request exceeded the queue timeout.
		 */
		TIMEOUT,

		/**
		 * The thread was interrupted while it waited, because the server stops.
		 */
		INTERRUPTED

	}

	/**
	 * A semaphore whose total number of places may change.
	 */
	static final class Places extends Semaphore {

		private Places(int permits) {
			super(permits, true);
		}

		private void add(int number) {
			if (number > 0) {
				release(number);
			}
			else {
				reducePermits(-number);
			}
		}

	}

}
