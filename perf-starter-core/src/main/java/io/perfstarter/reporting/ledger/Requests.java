package io.perfstarter.reporting.ledger;

import java.time.Instant;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import org.jspecify.annotations.Nullable;

/**
 * The requests that are served: where the time of each goes, and what is kept of them.
 * What nobody tells of counts as not measured. Thread-safe.
 */
public final class Requests {

	private final SlowThresholds thresholds;

	private final LongSupplier stopped;

	private final LongSupplier queueNanos;

	private final Consumer<ServedRequest> slow;

	private final ThreadFigures figures;

	private final ConnectionRecorder connections = new ConnectionRecorder();

	private final RemoteCallRecorder calls = new RemoteCallRecorder();

	private final AllRequests all = new AllRequests();

	private final Set<TimeBreakdown> served = ConcurrentHashMap.newKeySet();

	private final Object monitor = new Object();

	private SlowRequests slowOnes = new SlowRequests();

	private volatile boolean callsObserved;

	/**
	 * Takes what it needs to know.
	 * @param thresholds from when on a request is slow
	 * @param stopped for how long the JVM has stood still since its start, in
	 * nanoseconds, or negative if that is not known; asked many times for each request
	 * @param queueNanos for how long a request that begins now has waited for its thread,
	 * in nanoseconds, or negative if that is not known
	 * @param slow hears of slow requests, in their threads
	 */
	public Requests(SlowThresholds thresholds, LongSupplier stopped, LongSupplier queueNanos,
			Consumer<ServedRequest> slow) {
		this(thresholds, stopped, queueNanos, slow, new ThreadFigures());
	}

	Requests(SlowThresholds thresholds, LongSupplier stopped, LongSupplier queueNanos, Consumer<ServedRequest> slow,
			ThreadFigures figures) {
		this.thresholds = thresholds;
		this.stopped = stopped;
		this.queueNanos = queueNanos;
		this.slow = slow;
		this.figures = figures;
	}

	/**
	 * What has to hear of all connections.
	 * @return the listener
	 */
	public JdbcListener connections() {
		return this.connections;
	}

	/**
	 * What has to hear of all remote calls.
	 * @return the listener
	 */
	public RemoteCallListener remoteCalls() {
		this.callsObserved = true;
		return this.calls;
	}

	/**
	 * There is a pool whose connections are heard of, even if none was asked for yet.
	 */
	public void expectConnections() {
		this.connections.markObserved();
	}

	/**
	 * Whether there are connections of which this hears, so that their part of the time
	 * is known.
	 * @return whether there are
	 */
	public boolean areConnectionsObserved() {
		return this.connections.hasObserved();
	}

	/**
	 * Whether there is something that tells of remote calls.
	 * @return whether it has asked for the listener
	 */
	public boolean areCallsObserved() {
		return this.callsObserved;
	}

	/**
	 * The request that the calling thread serves.
	 * @return says whether it is over; {@code null} if there is none, or the thread only
	 * helps
	 */
	public @Nullable BooleanSupplier work() {
		TimeBreakdown breakdown = CurrentTimeBreakdown.get();
		return (breakdown != null && breakdown.isServedHere()) ? breakdown : null;
	}

	/**
	 * A statement as it was executed, which is nobody's business but the database's.
	 * @param text its text without literals
	 * @return the statement, {@code null} if it is not known any more
	 */
	public @Nullable String fullText(String text) {
		return this.connections.fullText(text);
	}

	/**
	 * ThreadSamples what the threads do that serve requests. To be called every 100 ms.
	 */
	public void sample() {
		this.served.forEach(TimeBreakdown::sample);
	}

	/**
	 * The requests that were answered since this was asked the last time.
	 * @return the figures
	 */
	public RequestsWindow next() {
		SlowRequests ended;
		synchronized (this.monitor) {
			ended = this.slowOnes;
			this.slowOnes = new SlowRequests();
		}
		return ended.window(this.all.takeTimes(), this.all.takeBreakdown(), this.all.takeConnections());
	}

	/**
	 * An account like this one, of which nothing is kept.
	 */
	Requests warmupRequests() {
		return new Requests(this.thresholds, this.stopped, this.queueNanos, (request) -> {
		}, this.figures);
	}

	/**
	 * A request begins, in the calling thread.
	 */
	TimeBreakdown open() {
		long now = System.nanoTime();
		TimeBreakdown breakdown = new TimeBreakdown(now, this.queueNanos.getAsLong(), this.stopped,
				new ThreadUse(this.figures));
		this.served.add(breakdown);
		return breakdown;
	}

	/**
	 * The thread of a request has done its work, though the request may go on without it.
	 * To be called in that thread.
	 * @param goesOn whether it does
	 */
	void leave(TimeBreakdown breakdown, boolean goesOn) {
		this.served.remove(breakdown);
		breakdown.leave(goesOn);
	}

	/**
	 * A request is over. Ignored if it was over already.
	 * @param route its method and pattern
	 * @param status the status of its answer
	 */
	void close(TimeBreakdown breakdown, Supplier<String> route, int status) {
		if (!breakdown.close(System.nanoTime(), this.connections.hasObserved(), this.callsObserved)) {
			return;
		}
		if (breakdown.wasBusy()) {
			this.calls.forget(breakdown);
		}
		this.all.add(breakdown);
		if (this.thresholds.isSlow(breakdown.total(), route)) {
			add(breakdown.served(route.get(), status, Instant.now()), breakdown);
		}
	}

	private void add(ServedRequest request, TimeBreakdown breakdown) {
		synchronized (this.monitor) {
			this.slowOnes.add(request, breakdown);
		}
		this.slow.accept(request);
	}

}
