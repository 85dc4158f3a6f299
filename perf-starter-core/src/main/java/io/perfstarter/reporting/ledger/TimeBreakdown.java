package io.perfstarter.reporting.ledger;

import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.Execution;
import io.perfstarter.remote.RemoteCall;
import io.perfstarter.reporting.ledger.OpenSegments.Segment;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.TimeComponent;
import org.jspecify.annotations.Nullable;

/**
 * Where the time of one request goes. What several threads do at once counts once: at
 * each moment the time belongs to the first part, in their order, that is open in any of
 * them. So the parts never are more than the whole, and {@link TimeComponent#BLOCKED} is
 * what is left of it. What comes after the request is ignored. Thread-safe.
 */
final class TimeBreakdown implements BooleanSupplier {

	private static final int STATEMENTS = 16;

	private static final int TARGETS = 8;

	private static final int COSTLIEST = 5;

	private static final long NOT_MEASURED = -1;

	private static final TimeComponent[] COMPONENTS = TimeComponent.values();

	private final LongSupplier stopped;

	private final long startedAt;

	private final long stoppedBefore;

	private final Thread thread = Thread.currentThread();

	private final ThreadUse use;

	private final long[] nanos = new long[COMPONENTS.length];

	private final OpenSegments open = new OpenSegments();

	private final Costs statements = new Costs(STATEMENTS);

	private volatile boolean closed;

	private boolean busy;

	private boolean elsewhere;

	private @Nullable Costs targets;

	private @Nullable CallTrace trace;

	private @Nullable TimeComponent before;

	private @Nullable String awaitedPool;

	private long awaited;

	private long last;

	private long lastStopped;

	private long executions;

	private long rows;

	private int connections;

	private ThreadSamples samples = ThreadSamples.NONE;

	/**
	 * Begins in the thread of the request.
	 * @param at when, by {@link System#nanoTime()}
	 * @param queued for how long the request had waited for its thread, in nanoseconds;
	 * negative if nobody knows
	 * @param stopped for how long the JVM has stood still since its start, in
	 * nanoseconds; negative if nobody knows
	 * @param use what the thread has used so far
	 */
	TimeBreakdown(long at, long queued, LongSupplier stopped, ThreadUse use) {
		this.startedAt = at;
		this.last = at;
		this.stopped = stopped;
		this.stoppedBefore = stopped.getAsLong();
		this.lastStopped = this.stoppedBefore;
		this.use = use;
		set(TimeComponent.THREAD_WAIT, (queued >= 0) ? queued : NOT_MEASURED);
	}

	boolean isOpen() {
		return !this.closed;
	}

	/**
	 * Whether the request is over.
	 */
	@Override
	public boolean getAsBoolean() {
		return this.closed;
	}

	synchronized void begin(TimeComponent component, Object key, long at) {
		if (!this.closed) {
			advance(at);
			this.open.add(component, key, at, this.lastStopped);
		}
	}

	/**
	 * The calling thread wants a connection, beside those that it holds.
	 */
	synchronized void await(String pool, long at) {
		begin(TimeComponent.POOL, pool, at);
		if (!this.closed) {
			this.connections = Math.max(this.connections, this.open.held(pool) + 1);
		}
	}

	synchronized void borrowed(ConnectionUsage lease) {
		endWait(lease.pool(), lease.borrowedAt());
		if (!this.closed) {
			this.open.add(null, lease, lease.borrowedAt(), this.lastStopped);
		}
	}

	synchronized void returned(ConnectionUsage lease) {
		this.open.remove(null, lease);
	}

	/**
	 * The calling thread waits for a pool no more.
	 */
	synchronized void endWait(String pool, long at) {
		if (this.closed) {
			return;
		}
		advance(at);
		Segment wait = this.open.removeWait();
		long time = (wait != null) ? wait.nanos(at, this.lastStopped) : 0;
		if (time > this.awaited) {
			this.awaited = time;
			this.awaitedPool = pool;
		}
	}

	/**
	 * A statement was executed.
	 * @param sql its text without literals
	 */
	synchronized void executed(Execution execution, String sql, long at) {
		long time = end(TimeComponent.SQL, execution, at);
		if (time != NOT_MEASURED) {
			this.executions++;
			this.statements.of(sql).add(time);
		}
	}

	synchronized void fetched(Execution execution, String sql, long at) {
		long time = end(TimeComponent.FETCH, execution, at);
		if (time != NOT_MEASURED) {
			this.statements.of(sql).addToLast(time);
		}
	}

	/**
	 * A transaction was ended.
	 * @param command by what
	 */
	synchronized void ended(ConnectionUsage lease, String command, long at) {
		long time = end(TimeComponent.SQL, lease, at);
		if (time != NOT_MEASURED) {
			this.statements.of(command).add(time);
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
	 * Ends what has begun.
	 * @return how long it took, net of stops; {@link #NOT_MEASURED} if it has not begun,
	 * or the request is over
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
	 * Gives the time that has passed to whom it belongs.
	 */
	private void advance(long at) {
		long stoppedNow = this.stopped.getAsLong();
		long time = Math.max(0, at - this.last) - (stoppedNow - this.lastStopped);
		if (time >= 0) {
			this.before = this.open.first();
		}
		// Else the JVM stood still in what was before, and says so only now.
		if (this.before != null) {
			int component = this.before.ordinal();
			this.nanos[component] = Math.max(0, this.nanos[component] + time);
		}
		this.last = Math.max(this.last, at);
		this.lastStopped = stoppedNow;
	}

	/**
	 * The thread of the request has done its work, though the request may go on without
	 * it. To be called in that thread.
	 * @param goesOn whether it does: what other threads compute for it nobody knows
	 */
	synchronized void leave(boolean goesOn) {
		if (!this.closed) {
			this.use.end();
			this.elsewhere = goesOn;
		}
	}

	/**
	 * ThreadSamples what the thread of the request does just now, if that is not measured
	 * otherwise. To be called by another thread.
	 */
	void sample() {
		// Before the lock of this, which must not be what it is seen to wait for.
		ThreadSamples seen = ThreadSampler.at(this.thread);
		synchronized (this) {
			if (!this.closed && this.open.first() == null) {
				this.samples = this.samples.plus(seen);
			}
		}
	}

	/**
	 * Whether the calling thread is that of the request, and not one that works for it,
	 * too, and may do so for longer.
	 */
	boolean isServedHere() {
		return this.thread == Thread.currentThread();
	}

	/**
	 * The request is over.
	 * @param at when
	 * @param connectionsObserved whether anybody has told of connections
	 * @param callsObserved whether anybody has told of remote calls
	 * @return whether it was not over already
	 */
	synchronized boolean close(long at, boolean connectionsObserved, boolean callsObserved) {
		if (this.closed) {
			return false;
		}
		advance(at);
		this.closed = true;
		this.busy = this.open.first() != null;
		this.open.clear();
		long rest = this.last - this.startedAt - nanos(TimeComponent.POOL) - nanos(TimeComponent.SQL)
				- nanos(TimeComponent.FETCH) - nanos(TimeComponent.REMOTE);
		rest -= take(TimeComponent.JVM_PAUSE,
				(this.stoppedBefore >= 0) ? this.lastStopped - this.stoppedBefore : NOT_MEASURED, rest);
		rest -= take(TimeComponent.CPU, this.elsewhere ? NOT_MEASURED : this.use.cpuTime(), rest);
		// Only a file tells of it, and no request reads one.
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
		return true;
	}

	/**
	 * Gives a part its time, but not more than there is.
	 * @return what was taken
	 */
	private long take(TimeComponent component, long time, long rest) {
		set(component, Math.min(time, rest));
		return nanos(component);
	}

	private void set(TimeComponent component, long time) {
		this.nanos[component.ordinal()] = time;
	}

	/**
	 * Whether a part was measured.
	 */
	boolean measured(TimeComponent component) {
		return this.nanos[component.ordinal()] != NOT_MEASURED;
	}

	/**
	 * The time of a part.
	 * @return in nanoseconds, 0 if it was not measured
	 */
	long nanos(TimeComponent component) {
		return Math.max(0, this.nanos[component.ordinal()]);
	}

	/**
	 * How long the request took, with the time it waited for its thread.
	 */
	long total() {
		return this.last - this.startedAt + nanos(TimeComponent.THREAD_WAIT);
	}

	/**
	 * Whether something was still under way when the request was over.
	 */
	boolean wasBusy() {
		return this.busy;
	}

	/**
	 * The most connections of a pool that one of its threads wanted at once.
	 */
	int connections() {
		return this.connections;
	}

	Costs statements() {
		return this.statements;
	}

	@Nullable Costs targets() {
		return this.targets;
	}

	/**
	 * The calls of its layers, to which more may be added.
	 */
	synchronized CallTrace trace() {
		if (this.trace == null) {
			this.trace = new CallTrace();
		}
		return this.trace;
	}

	@Override
	public boolean equals(@Nullable Object other) {
		return this == other;
	}

	/**
	 * Its time, because an identity hash costs more.
	 */
	@Override
	public int hashCode() {
		return Long.hashCode(this.startedAt);
	}

	/**
	 * What is to be said of the request. To be called when it is over.
	 * @param route its method and pattern
	 * @param status the status of its answer
	 * @param now what time it is
	 */
	synchronized ServedRequest served(String route, int status, Instant now) {
		Map<TimeComponent, Long> breakdown = new EnumMap<>(TimeComponent.class);
		for (TimeComponent component : COMPONENTS) {
			if (measured(component)) {
				breakdown.put(component, nanos(component));
			}
		}
		return new ServedRequest(route, now.minusNanos(this.last - this.startedAt), status,
				ComponentTimes.of(breakdown), this.executions, this.rows, this.use.allocated(), this.samples,
				this.connections, this.awaitedPool,
				this.statements.costliest(COSTLIEST).map(Cost::toStatement).toList(),
				(this.targets != null) ? this.targets.costliest(COSTLIEST).map(Cost::toRemote).toList() : List.of(),
				(this.trace != null) ? this.trace.lines() : List.of());
	}

}
