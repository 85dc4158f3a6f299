package io.perfstarter.reporting.request;

import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.reporting.request.OpenSegments.Segment;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Measures the time breakdown of one request. Concurrent operations of several threads
 * count once: each moment belongs to the open component that {@link TimeComponent} lists
 * first. After the start, JVM pauses belong to no other component. The sum of the
 * components therefore never exceeds the duration, and {@link TimeComponent#BLOCKED} is
 * the remainder. Events after the end of the request are ignored. Thread-safe. Only the
 * thread that has closed it and the consumer of {@link #inFlight} may read figures
 * without a lock.
 */
final class TimeBreakdown implements RequestWork {

	private static final int STATEMENTS = 16;

	private static final int TARGETS = 8;

	private static final int COSTLIEST = 5;

	// Maximum time at a limiter that has a free place, in nanoseconds.
	private static final long FREE_LIMITER = 100_000;

	private static final long NOT_MEASURED = -1;

	private static final Position WITHOUT_THREAD = new Position(Activity.NO_THREAD, "", "");

	private static final TimeComponent[] COMPONENTS = TimeComponent.values();

	/**
	 * Components in which stacks tell what a thread does.
	 */
	private static final Set<TimeComponent> SAMPLED = EnumSet.of(TimeComponent.POOL, TimeComponent.REMOTE,
			TimeComponent.CLIENT, TimeComponent.BLOCKED);

	private final LongSupplier stopped;

	private final long startedAt;

	private final long stoppedBefore;

	private final Thread thread = Thread.currentThread();

	private final ThreadFigures figures;

	private final long allocatedBefore;

	private final long[] nanos = new long[COMPONENTS.length];

	private final OpenSegments open = new OpenSegments();

	private final Costs statements = new Costs(STATEMENTS);

	private volatile boolean closed;

	private volatile boolean ignored;

	private boolean clocked;

	private long cpuTimeBefore = ThreadFigures.UNKNOWN;

	private long cpuTime = ThreadFigures.UNKNOWN;

	private long allocated = ThreadFigures.UNKNOWN;

	private boolean busy;

	private boolean asynchronous;

	// The threads that work for the request, in the order in which they began.
	private final List<Thread> threads = new ArrayList<>(2);

	// Only counted, because many requests may wait for long.
	private int samplesWithoutThread;

	private @Nullable Costs targets;

	private @Nullable CallTrace trace;

	// The component to which time was attributed last.
	private @Nullable TimeComponent running;

	private String awaitedPool = "";

	private long awaited;

	private String awaitedLimiter = "";

	// A limiter is named only for a longer wait.
	private long awaitedAtLimiter = FREE_LIMITER;

	private long last;

	private long lastStopped;

	private long executions;

	private long rows;

	private int connections;

	// The component at the last look at a stack.
	private TimeComponent sampledIn = TimeComponent.BLOCKED;

	private ThreadSamples samples = ThreadSamples.NONE;

	/**
	 * Starts the measurement on the request thread.
	 * @param at the start, from {@link System#nanoTime()}
	 * @param queued the time that the request has waited for its thread, in nanoseconds;
	 * negative if unknown
	 * @param stopped returns the total time of JVM pauses since the start of the JVM, in
	 * nanoseconds; negative if unknown
	 * @param figures reads the figures of threads
	 */
	TimeBreakdown(long at, long queued, LongSupplier stopped, ThreadFigures figures) {
		this.startedAt = at;
		this.last = at;
		this.stopped = stopped;
		this.stoppedBefore = stopped.getAsLong();
		this.lastStopped = this.stoppedBefore;
		this.figures = figures;
		this.allocatedBefore = figures.allocated();
		set(TimeComponent.THREAD_WAIT, (queued >= 0) ? queued : NOT_MEASURED);
	}

	boolean isOpen() {
		return !this.closed;
	}

	@Override
	public boolean isComplete() {
		return this.closed;
	}

	synchronized void begin(TimeComponent component, Object key, long at) {
		if (!this.closed) {
			advance(at);
			this.open.add(component, key, at, this.lastStopped);
		}
	}

	/**
	 * Records that the calling thread requests a connection in addition to its borrowed
	 * connections.
	 */
	synchronized void await(String pool, long at) {
		begin(TimeComponent.POOL, Thread.currentThread(), at);
		if (!this.closed) {
			this.connections = Math.max(this.connections, this.open.held(pool) + 1);
		}
	}

	synchronized void borrowed(ConnectionUsage usage) {
		endWait(usage.pool(), usage.borrowedAt());
		if (!this.closed) {
			this.open.add(null, usage, usage.borrowedAt(), this.lastStopped);
		}
	}

	synchronized void returned(ConnectionUsage usage) {
		this.open.remove(null, usage);
	}

	/**
	 * Ends the wait of the calling thread for a connection.
	 */
	synchronized void endWait(String pool, long at) {
		long time = end(TimeComponent.POOL, Thread.currentThread(), at);
		if (time > this.awaited) {
			this.awaited = time;
			this.awaitedPool = pool;
		}
	}

	/**
	 * Ends a wait for a place of a limiter. Does nothing if it has ended before.
	 * @param limiter the name of the limiter
	 */
	synchronized void endWaitAt(String limiter, Object key, long at) {
		long time = end(TimeComponent.LIMITER, key, at);
		if (time > this.awaitedAtLimiter) {
			this.awaitedAtLimiter = time;
			this.awaitedLimiter = limiter;
		}
	}

	/**
	 * Begins a wait of the calling thread.
	 * @return ends the wait
	 */
	Runnable beginWait(TimeComponent component) {
		Thread thread = Thread.currentThread();
		begin(component, thread, System.nanoTime());
		return () -> endWait(component, thread);
	}

	private synchronized void endWait(TimeComponent component, Thread thread) {
		end(component, thread, System.nanoTime());
	}

	/**
	 * Records what a database has executed.
	 * @param component {@link TimeComponent#FETCH} for a fetch, which belongs to its
	 * statement
	 * @param sql the text without literals
	 */
	synchronized void executed(TimeComponent component, Execution execution, String sql, long at) {
		long time = end(component, execution, at);
		if (time == NOT_MEASURED) {
			return;
		}
		if (component == TimeComponent.FETCH) {
			this.statements.of(sql).addToLast(time);
			return;
		}
		this.statements.of(sql).add(time);
		if (execution.isStatement()) {
			this.executions++;
		}
	}

	synchronized void addRows(String sql, long more) {
		if (!this.closed) {
			this.rows += more;
			this.statements.of(sql).addRows(more);
		}
	}

	synchronized void called(RemoteCall call, long at) {
		long time = end(TimeComponent.REMOTE, call, at);
		if (time != NOT_MEASURED) {
			if (this.targets == null) {
				this.targets = new Costs(TARGETS);
			}
			this.targets.of(call.target()).add(time);
		}
	}

	/**
	 * Ends an open segment.
	 * @return the duration without JVM pauses; {@link #NOT_MEASURED} if no such segment
	 * is open, or if the request is complete
	 */
	private long end(TimeComponent component, Object key, long at) {
		if (this.closed) {
			return NOT_MEASURED;
		}
		advance(at);
		Segment segment = this.open.remove(component, key);
		return (segment != null) ? segment.nanos(at, this.lastStopped) : NOT_MEASURED;
	}

	/**
	 * Attributes the elapsed time to the first open component.
	 */
	private void advance(long at) {
		long stoppedNow = this.stopped.getAsLong();
		long time = Math.max(0, at - this.last) - (stoppedNow - this.lastStopped);
		if (time >= 0) {
			this.running = this.open.first();
		}
		// A negative time means that the JVM reports a pause late. It is subtracted from
		// the previous component.
		if (this.running != null) {
			int component = this.running.ordinal();
			this.nanos[component] = Math.max(0, this.nanos[component] + time);
		}
		this.last = Math.max(this.last, at);
		this.lastStopped = stoppedNow;
	}

	/**
	 * Records that the request thread has finished its work. Must be called on that
	 * thread.
	 * @param goesOn whether the request continues asynchronously; the CPU time of its
	 * other threads is unknown
	 */
	synchronized void leave(boolean goesOn) {
		if (!this.closed) {
			if (this.cpuTimeBefore >= 0) {
				this.cpuTime = since(this.cpuTimeBefore, this.figures.cpuTime());
			}
			this.allocated = since(this.allocatedBefore, this.figures.allocated());
			this.asynchronous = goesOn;
		}
	}

	private static long since(long before, long now) {
		return (before < 0 || now < before) ? ThreadFigures.UNKNOWN : now - before;
	}

	/**
	 * Returns the thread whose CPU time is to be read.
	 * @return the request thread, {@code null} if it was returned before
	 */
	synchronized @Nullable Thread threadToClock() {
		boolean first = !this.closed && !this.clocked;
		this.clocked = true;
		return first ? this.thread : null;
	}

	/**
	 * Records the CPU time that the request thread has used until now. Its further use is
	 * the CPU time of the request.
	 */
	synchronized void clocked(long cpuTime) {
		this.cpuTimeBefore = cpuTime;
	}

	synchronized void addThread(Thread thread) {
		this.threads.add(thread);
	}

	synchronized void removeThread(Thread thread) {
		this.threads.remove(thread);
	}

	synchronized List<Thread> threads() {
		return List.copyOf(this.threads);
	}

	/**
	 * Counts a sample in which an old asynchronous request only waits, without a thread.
	 * @param startedBefore the time before which the request must have started
	 */
	synchronized void sampleWithoutThread(long startedBefore) {
		if (isSuspicious(startedBefore) && this.asynchronous && this.threads.isEmpty() && this.open.first() == null) {
			this.samplesWithoutThread++;
		}
	}

	/**
	 * Returns the thread whose stack shows what the request does.
	 * @param startedBefore the time before which the request must have started
	 * @return the thread that began the open component, or the first thread that works
	 * for the request if none is open; {@code null} if no thread works for it, or if the
	 * open component needs no stack
	 */
	synchronized @Nullable Thread threadToSample(long startedBefore) {
		this.sampledIn = now();
		if (!isSuspicious(startedBefore) || this.threads.isEmpty() || !SAMPLED.contains(this.sampledIn)) {
			return null;
		}
		if (this.sampledIn == TimeComponent.BLOCKED) {
			return this.threads.get(0);
		}
		Thread thread = this.open.threadIn(this.sampledIn);
		// What a client does on its own threads is not the work of this request alone.
		return this.threads.contains(thread) ? thread : null;
	}

	private TimeComponent now() {
		TimeComponent first = this.open.first();
		return (first != null) ? first : TimeComponent.BLOCKED;
	}

	private boolean isSuspicious(long startedBefore) {
		return !this.closed && !this.ignored && this.startedAt - startedBefore <= 0;
	}

	/**
	 * Adds what the sampled thread was seen to do. Does nothing if the open component has
	 * changed meanwhile.
	 */
	synchronized void sampled(Position position) {
		if (!this.closed && now() == this.sampledIn) {
			this.samples = this.samples.plus(ThreadSamples.of(this.sampledIn, position, 1));
		}
	}

	/**
	 * Returns whether the sampled thread was seen to wait for another thread.
	 */
	synchronized boolean waits(Position position) {
		return this.sampledIn == TimeComponent.BLOCKED
				&& (position.activity() == Activity.TASK || position.activity() == Activity.SIGNAL);
	}

	/**
	 * Returns the last of several threads that work for the request. The others wait for
	 * it.
	 */
	synchronized @Nullable Thread helper() {
		return (this.threads.size() > 1) ? this.threads.get(this.threads.size() - 1) : null;
	}

	@Override
	public boolean isServedHere() {
		return this.thread == Thread.currentThread();
	}

	/**
	 * Completes the request.
	 * @param at the end
	 * @param connectionsObserved whether connections are observed
	 * @param callsObserved whether remote calls are observed
	 * @return whether the request was not complete before
	 */
	synchronized boolean close(long at, boolean connectionsObserved, boolean callsObserved) {
		if (this.closed) {
			return false;
		}
		advance(at);
		this.closed = true;
		this.busy = this.open.first() != null;
		this.open.clear();
		settle(connectionsObserved, callsObserved);
		return true;
	}

	/**
	 * Passes the record of the request so far to a consumer, if the request thread still
	 * serves it. The request cannot end meanwhile.
	 * @param startedBefore the time before which the request must have started
	 * @param at the current time
	 * @param route supplies the method and the pattern
	 */
	synchronized void inFlight(long startedBefore, long at, Supplier<String> route, boolean connectionsObserved,
			boolean callsObserved, Consumer<ServedRequest> consumer) {
		if (!isSuspicious(startedBefore) || this.asynchronous) {
			return;
		}
		advance(at);
		long[] before = this.nanos.clone();
		try {
			this.cpuTime = since(this.cpuTimeBefore, this.figures.cpuTimes(this.thread.getId())[0]);
			settle(connectionsObserved, callsObserved);
			consumer.accept(served(route.get(), "", ServedRequest.RUNNING, Instant.now()));
		}
		finally {
			System.arraycopy(before, 0, this.nanos, 0, before.length);
		}
	}

	/**
	 * Divides the time that no operation has measured among the other components.
	 */
	private void settle(boolean connectionsObserved, boolean callsObserved) {
		long rest = this.last - this.startedAt - nanos(TimeComponent.POOL) - nanos(TimeComponent.SQL)
				- nanos(TimeComponent.FETCH) - nanos(TimeComponent.REMOTE) - nanos(TimeComponent.LIMITER)
				- nanos(TimeComponent.POSITION) - nanos(TimeComponent.CLIENT);
		rest -= take(TimeComponent.JVM_PAUSE,
				(this.stoppedBefore >= 0) ? this.lastStopped - this.stoppedBefore : NOT_MEASURED, rest);
		rest -= take(TimeComponent.CPU, this.asynchronous ? NOT_MEASURED : this.cpuTime, rest);
		// CPU wait of a thread is only available from a file, which requests do not read.
		set(TimeComponent.CPU_WAIT, NOT_MEASURED);
		set(TimeComponent.BLOCKED, rest);
		if (!connectionsObserved) {
			set(TimeComponent.POOL, NOT_MEASURED);
			set(TimeComponent.SQL, NOT_MEASURED);
			set(TimeComponent.FETCH, NOT_MEASURED);
		}
		if (!callsObserved) {
			set(TimeComponent.REMOTE, NOT_MEASURED);
		}
	}

	/**
	 * Sets the time of a component, limited to the remaining time.
	 * @return the time that was set
	 */
	private long take(TimeComponent component, long time, long rest) {
		set(component, Math.min(time, rest));
		return nanos(component);
	}

	private void set(TimeComponent component, long time) {
		this.nanos[component.ordinal()] = time;
	}

	/**
	 * Returns whether a component was measured.
	 */
	boolean measured(TimeComponent component) {
		return this.nanos[component.ordinal()] != NOT_MEASURED;
	}

	/**
	 * Returns the time of a component.
	 * @return the time in nanoseconds, 0 if it was not measured
	 */
	long nanos(TimeComponent component) {
		return Math.max(0, this.nanos[component.ordinal()]);
	}

	/**
	 * Returns the duration of the request, including the wait for its thread.
	 */
	long total() {
		return this.last - this.startedAt + nanos(TimeComponent.THREAD_WAIT);
	}

	/**
	 * Returns whether an operation was in progress at the end of the request.
	 */
	boolean wasBusy() {
		return this.busy;
	}

	/**
	 * Excludes the request from all figures.
	 */
	void ignore() {
		this.ignored = true;
	}

	boolean isIgnored() {
		return this.ignored;
	}

	/**
	 * Returns the maximum number of connections of a pool that one thread used or
	 * requested at once.
	 */
	int connections() {
		return this.connections;
	}

	/**
	 * Passes the key of each operation in progress and its time so far, without JVM
	 * pauses.
	 */
	void forEachOpen(ObjLongConsumer<@Nullable Object> consumer) {
		this.open.forEach(this.last, this.lastStopped, consumer);
	}

	Costs statements() {
		return this.statements;
	}

	@Nullable Costs targets() {
		return this.targets;
	}

	/**
	 * Returns the trace of the calls, which may still grow.
	 */
	synchronized CallTrace trace() {
		if (this.trace == null) {
			this.trace = new CallTrace();
		}
		return this.trace;
	}

	private ThreadSamples samples() {
		return this.samples.plus(ThreadSamples.of(TimeComponent.BLOCKED, WITHOUT_THREAD, this.samplesWithoutThread));
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * Computed from the start time, because an identity hash is more expensive.
	 */
	@Override
	public int hashCode() {
		return Long.hashCode(this.startedAt);
	}

	/**
	 * Creates the record of the request so far. Requires a preceding {@code settle}.
	 * @param route the method and the pattern
	 * @param traceId the identifier of the trace, empty if there is none
	 * @param status the status of the response
	 * @param now the current time
	 */
	synchronized ServedRequest served(String route, String traceId, int status, Instant now) {
		Map<TimeComponent, Long> breakdown = new EnumMap<>(TimeComponent.class);
		for (TimeComponent component : COMPONENTS) {
			if (measured(component)) {
				breakdown.put(component, nanos(component));
			}
		}
		RequestFigures figures = new RequestFigures(ComponentTimes.of(breakdown), this.executions, this.rows,
				this.allocated, samples(), this.awaitedPool, this.awaitedLimiter, this.statements.costliest(COSTLIEST),
				(this.targets != null) ? this.targets.costliest(COSTLIEST) : List.of());
		return new ServedRequest(route, traceId, now.minusNanos(this.last - this.startedAt), status, this.connections,
				figures, (this.trace != null) ? this.trace.lines() : List.of());
	}

}
