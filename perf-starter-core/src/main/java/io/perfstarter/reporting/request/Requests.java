package io.perfstarter.reporting.request;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.SampledStack;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.support.ApplicationCode;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.WaitListener;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time breakdown of all requests, and collects the figures of each period.
 * Components without an observer count as not measured. Thread-safe.
 */
public final class Requests {

	// The stacks of a request are read from this fraction of the threshold on: one third.
	private static final int SUSPICIOUS = 3;

	/**
	 * The route of a request that is not judged while it is in flight.
	 */
	static final String NOT_JUDGED = "";

	private final SlowThresholds thresholds;

	private final LongSupplier stopped;

	private final LongSupplier queueNanos;

	private final Consumer<ServedRequest> slow;

	private final ThreadFigures figures = new ThreadFigures();

	private final ConnectionRecorder connections = new ConnectionRecorder();

	private final RemoteCallRecorder calls = new RemoteCallRecorder();

	private final AllRequests all = new AllRequests();

	// Receives the figures of warm-up requests, so that the code that counts is compiled
	// early.
	private final AllRequests ignored = new AllRequests();

	private final Map<TimeBreakdown, Supplier<String>> open = new ConcurrentHashMap<>();

	private final StackSampler sampler;

	private final OutsideUse allocating;

	private final OutsideUse computing;

	private final long suspicious;

	private final Object monitor = new Object();

	private SlowRequestTotals slowOnes = new SlowRequestTotals();

	private volatile boolean callsObserved;

	// Confined to the thread that takes the samples.
	private long since = System.nanoTime();

	/**
	 * Creates the measurement.
	 * @param thresholds the thresholds of slow requests
	 * @param stopped returns the total time of JVM pauses since the start, in
	 * nanoseconds, or a negative value if unknown; called many times per request
	 * @param queueNanos returns the time that a request which starts now has waited for
	 * its thread, in nanoseconds, or a negative value if unknown
	 * @param slow receives each slow request on the thread that completes it, and each
	 * hanging one once per period
	 * @param application the application's code; positions name its methods
	 */
	public Requests(SlowThresholds thresholds, LongSupplier stopped, LongSupplier queueNanos,
			Consumer<ServedRequest> slow, ApplicationCode application) {
		this.thresholds = thresholds;
		this.stopped = stopped;
		this.queueNanos = queueNanos;
		this.slow = slow;
		StackReader reader = new StackReader(application);
		this.sampler = new StackSampler(new Random(), System::nanoTime, reader,
				new AwaitedTasks(reader, this.connections, this.calls));
		this.allocating = new OutsideUse(this.figures::allocated, this.open.keySet(), reader, System::nanoTime);
		this.computing = new OutsideUse(this.figures::cpuTimes, this.open.keySet(), reader, System::nanoTime);
		this.suspicious = thresholds.shortest() / SUSPICIOUS;
	}

	/**
	 * Returns the listener that must observe all connections.
	 * @return the listener
	 */
	public ConnectionRecorder connections() {
		return this.connections;
	}

	/**
	 * Returns the listener that must observe all remote calls.
	 * @return the listener
	 */
	public RemoteCallListener remoteCalls() {
		this.callsObserved = true;
		return this.calls;
	}

	/**
	 * Returns the listener that must observe all limiters.
	 * @return the listener
	 */
	public LimiterListener limiters() {
		return Requests::waiting;
	}

	/**
	 * Records a wait in the time breakdown of the thread that waits, even if another
	 * thread ends the wait.
	 */
	private static Runnable waiting(String limiter) {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown == null) {
			return LimiterListener.NONE.waiting(limiter);
		}
		Object key = new Object();
		breakdown.begin(TimeComponent.LIMITER, key, System.nanoTime());
		return () -> breakdown.endWaitAt(limiter, key, System.nanoTime());
	}

	/**
	 * Returns the listener that must observe the waits for positions of the primary.
	 * @return the listener
	 */
	public WaitListener positions() {
		return () -> {
			TimeBreakdown breakdown = CurrentTimeBreakdown.get();
			return (breakdown != null) ? breakdown.beginWait(TimeComponent.POSITION) : WaitListener.NONE.waiting();
		};
	}

	/**
	 * Returns whether remote calls are observed.
	 * @return {@code true} if an observer has obtained the listener
	 */
	public boolean areCallsObserved() {
		return this.callsObserved;
	}

	/**
	 * Returns the request that the calling thread serves or works for.
	 * @return the request, {@code null} if there is none
	 */
	public @Nullable RequestWork work() {
		return CurrentTimeBreakdown.get();
	}

	/**
	 * Excludes the request that the calling thread serves from all figures.
	 */
	public void ignoreCurrent() {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		if (breakdown != null) {
			breakdown.ignore();
		}
	}

	/**
	 * Reads the stacks of requests that may become slow. These have taken a third of the
	 * shortest threshold. No measured component of them is open, except the wait for a
	 * connection, a remote call or the client. To be called every 100 ms, always by the
	 * same thread.
	 */
	public void sample() {
		this.sampler.sample(this.open.keySet(), this.suspicious);
	}

	/**
	 * Returns who allocates most outside of requests.
	 * @return the measurement, for the thread that takes the samples
	 */
	public OutsideUse allocating() {
		return this.allocating;
	}

	/**
	 * Returns who computes most outside of requests.
	 * @return the measurement, for the thread that takes the samples
	 */
	public OutsideUse computing() {
		return this.computing;
	}

	/**
	 * Returns the stacks of slow requests since the last call. To be called by the thread
	 * that takes the samples.
	 * @return the stacks, the most frequent first
	 */
	public List<SampledStack> stacks() {
		return this.sampler.next();
	}

	/**
	 * Returns the figures of the requests completed since the last call, and of hanging
	 * ones. A hanging request is slow, began before the last call, and still runs. To be
	 * called by the thread that takes the samples.
	 * @return the figures
	 */
	public RequestsWindow next() {
		SlowRequestTotals slow;
		synchronized (this.monitor) {
			slow = this.slowOnes;
			this.slowOnes = new SlowRequestTotals();
		}
		long now = System.nanoTime();
		this.open.forEach((request, route) -> request.inFlight(this.since, now, route, this.connections.hasObserved(),
				this.callsObserved, (soFar) -> {
					if (!soFar.route().equals(NOT_JUDGED) && this.thresholds.isSlow(soFar.nanos(), soFar::route)) {
						this.all.addInFlight(soFar.nanos());
						slow.addInFlight(soFar, request, this.connections::text);
						this.slow.accept(soFar);
					}
				}));
		this.since = now;
		return slow.window(this.all.takeTimes(), this.all.takeBreakdown(), this.all.takeConnections());
	}

	/**
	 * Opens the time breakdown of a request that starts on the calling thread.
	 * @param route supplies the method and the pattern, or {@link #NOT_JUDGED}; called by
	 * the reporting thread while the request is served
	 */
	TimeBreakdown open(Supplier<String> route) {
		long now = System.nanoTime();
		TimeBreakdown breakdown = new TimeBreakdown(now, this.queueNanos.getAsLong(), this.stopped, this.figures);
		this.open.put(breakdown, route);
		return breakdown;
	}

	/**
	 * Completes a request. Does nothing if it is already complete.
	 * @param route supplies the method and the pattern
	 * @param traceId supplies the identifier of the trace
	 * @param status the status of the response
	 */
	void close(TimeBreakdown breakdown, Supplier<String> route, Supplier<String> traceId, int status) {
		if (!breakdown.close(System.nanoTime(), this.connections.hasObserved(), this.callsObserved)) {
			return;
		}
		this.open.remove(breakdown);
		if (breakdown.wasBusy()) {
			this.calls.forget(breakdown);
		}
		if (breakdown.isIgnored()) {
			this.ignored.add(breakdown);
			return;
		}
		this.all.add(breakdown);
		if (this.thresholds.isSlow(breakdown.total(), route)) {
			add(breakdown.served(route.get(), traceId.get(), status, Instant.now()), breakdown);
		}
	}

	/**
	 * Drops a request whose end could not be measured.
	 */
	void forget(TimeBreakdown breakdown) {
		this.open.remove(breakdown);
		this.calls.forget(breakdown);
	}

	private void add(ServedRequest request, TimeBreakdown breakdown) {
		synchronized (this.monitor) {
			this.slowOnes.add(request, breakdown);
		}
		this.slow.accept(request);
	}

}
