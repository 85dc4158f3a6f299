package io.perfstarter.reporting.rules;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.GcWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.Position;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.SessionsWindow;
import io.perfstarter.reporting.window.ThreadSamples;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.TimeComponent;
import io.perfstarter.reporting.window.Use;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Builds a period of 30 seconds with 1000 requests on two processors with G1. What a test
 * does not set is healthy; the run queue is not measured. Figures of requests are those
 * of one slow request.
 */
final class Period {

	static final String ROUTE = "GET /orders/{id}";

	static final String PLACE = "com.acme.Orders.find(Orders.java:42)";

	private static final long MILLIS = 1_000_000;

	private static final long MEGABYTE = 1024 * 1024;

	long count = 1000;

	private long slow = 30;

	private final Map<TimeComponent, Long> breakdown = new EnumMap<>(TimeComponent.class);

	private final Map<TimeComponent, Long> allParts = new EnumMap<>(TimeComponent.class);

	private final List<Use> statements = new ArrayList<>();

	private final List<Use> remotes = new ArrayList<>();

	private long executions;

	private long rows;

	private long allocated;

	private int connections = 1;

	private String awaited = "";

	private String awaitedLimiter = "";

	private final List<PoolWindow> pools = new ArrayList<>();

	private final List<CacheWindow> caches = new ArrayList<>();

	private final List<LimiterWindow> executors = new ArrayList<>();

	private final List<LimiterWindow> limiters = new ArrayList<>();

	@Nullable ThreadsWindow threads = new ThreadsWindow(200, 12, 0, 0);

	private String collector = "G1";

	private double stopped = 0.1;

	private double collecting = 0.1;

	private double stalled;

	boolean exact = true;

	private long live = 80;

	long grown;

	private long heap = 512;

	long heapLimit = -1;

	OutsideWork outside = OutsideWork.NONE;

	OutsideWork computing = OutsideWork.NONE;

	double processors = 2;

	private double processCpu = 0.4;

	private double machineCpu = 0.6;

	double throttled = Double.NaN;

	private double pressure = 0.02;

	private double ready = 0.02;

	String reason = "G1 Evacuation Pause";

	double direct = 0.1;

	private final List<SessionsWindow> sessions = new ArrayList<>();

	private ThreadSamples samples = ThreadSamples.NONE;

	private long coldClasses;

	boolean suspended;

	Duration length = Duration.ofSeconds(30);

	private Period() {
		Arrays.stream(TimeComponent.values())
			.filter((component) -> component != TimeComponent.CPU_WAIT)
			.forEach((component) -> takes(component, 0));
	}

	static Period slow(long slow) {
		Period period = new Period();
		period.slow = slow;
		return period;
	}

	static Period healthy() {
		return slow(0);
	}

	Period of(long count) {
		this.count = count;
		return this;
	}

	Period takes(TimeComponent component, double millis) {
		this.breakdown.put(component, (long) (millis * MILLIS));
		return this;
	}

	Period notMeasured(TimeComponent component) {
		this.breakdown.remove(component);
		return this;
	}

	Period all(TimeComponent component, double millis) {
		this.allParts.put(component, (long) (millis * MILLIS));
		return this;
	}

	Period statement(String sql, double executions, double millis, long rows) {
		long times = Math.round(executions * Math.max(1, this.slow));
		this.statements.add(new Use(sql, times, (long) (times * millis * MILLIS), (long) (2 * millis * MILLIS),
				Math.round(executions * rows * Math.max(1, this.slow))));
		this.executions += times;
		this.rows += Math.round(executions * rows * Math.max(1, this.slow));
		return this;
	}

	Period remote(String target, long calls, double millis) {
		long times = calls * Math.max(1, this.slow);
		this.remotes.add(new Use(target, times, (long) (times * millis * MILLIS), (long) (millis * MILLIS), 0));
		return this;
	}

	Period allocates(double megabytes) {
		this.allocated = (long) (megabytes * MEGABYTE * Math.max(1, this.slow));
		return this;
	}

	Period connections(int connections) {
		this.connections = connections;
		return this;
	}

	Period awaits(PoolPeriod pool) {
		this.awaited = "orders";
		return pool(pool);
	}

	/**
	 * The limiter of 4 that all requests pass.
	 */
	Period awaitsLimiter() {
		this.awaitedLimiter = "requests";
		this.limiters.add(new LimiterWindow("requests", 4, 4, 12, 3, 30, 2_550 * MILLIS, "why it is 4"));
		return this;
	}

	/**
	 * The executor {@code mail} with a limit of 8, whose tasks take so long.
	 */
	Period awaitsExecutor(long millis, String pool) {
		this.awaitedLimiter = "executor mail";
		this.executors.add(new LimiterWindow("mail", 8, 8, 5, 1, 100, 100 * millis * MILLIS, pool));
		return this;
	}

	Period pool(PoolPeriod pool) {
		this.pools.add(pool.build());
		return this;
	}

	Period cache(String name, long hits, long misses, long evictions) {
		this.caches.add(new CacheWindow(name, hits, misses, evictions, 100));
		return this;
	}

	Period threads(int max, int busyPeak) {
		this.threads = new ThreadsWindow(max, busyPeak, 25, 0);
		return this;
	}

	/**
	 * For how many of the 30 seconds the JVM stood still, and the collector worked.
	 */
	Period stopped(double seconds, double collecting) {
		this.stopped = seconds;
		this.collecting = collecting;
		return this;
	}

	Period stalled(double seconds) {
		this.stalled = seconds;
		this.collecting = seconds;
		return this;
	}

	Period heap(String collector, long live, long heap) {
		this.collector = collector;
		this.live = live;
		this.heap = heap;
		return this;
	}

	Period cpu(double processCpu, double machineCpu) {
		this.processCpu = processCpu;
		this.machineCpu = machineCpu;
		return this;
	}

	Period pressure(double pressure) {
		this.pressure = pressure;
		return this;
	}

	/**
	 * How many threads of the process waited for a processor.
	 */
	Period ready(double ready) {
		this.ready = ready;
		return this;
	}

	Period seenAtPool(int waits, int checks) {
		return seen(TimeComponent.POOL, checks, Activity.CONNECTION_CHECK).seen(TimeComponent.POOL, waits - checks,
				Activity.SIGNAL);
	}

	Period seen(int times, Activity activity) {
		return seen(TimeComponent.BLOCKED, times, activity);
	}

	Period seen(TimeComponent component, int times, Activity activity) {
		return seen(component, times, new Position(activity, "", PLACE));
	}

	Period seen(TimeComponent component, int times, Position position) {
		this.samples = this.samples.plus(ThreadSamples.of(component, position, times));
		return this;
	}

	/**
	 * Adds five answers of a database with two processors, whose holder of a lock, if
	 * any, is idle.
	 */
	Period sessions(long active, long running, long locked, String holder, String... waiting) {
		this.sessions.add(new SessionsWindow("orders", 5, 2, active, running, locked, holder, !holder.isEmpty(),
				Set.of(waiting), ""));
		return this;
	}

	Period refusal(String reason) {
		this.sessions.add(new SessionsWindow("orders", 0, 2, 0, 0, 0, "", false, Set.of(), reason));
		return this;
	}

	Period loads(long classes) {
		this.coldClasses = classes;
		return this;
	}

	/**
	 * Sets a figure that few tests need.
	 */
	Period with(Consumer<Period> figure) {
		figure.accept(this);
		return this;
	}

	Window build() {
		ComponentTimes slowBreakdown = times(this.breakdown, this.slow);
		ComponentTimes all = this.allParts.isEmpty() ? slowBreakdown : times(this.allParts, this.count);
		RequestsWindow requests = (this.count < 0) ? RequestsWindow.NOT_COUNTED
				: new RequestsWindow(this.count, this.slow, 12 * MILLIS, 900 * MILLIS, all, this.connections, ROUTE,
						new RequestFigures(slowBreakdown, this.executions, this.rows, this.allocated, this.samples,
								this.awaited, this.awaitedLimiter, this.statements, this.remotes));
		MachineWindow machine = new MachineWindow(
				new GcWindow(this.collector, 41, nanos(this.collecting), 212 * MILLIS, nanos(this.stalled), this.reason,
						bytes(this.live), this.grown * MEGABYTE, bytes(this.heap), this.heapLimit, this.outside),
				new CpuWindow(this.processors, this.processCpu, this.machineCpu, 2, this.throttled, this.pressure,
						this.ready, this.computing),
				nanos(this.stopped), this.exact, this.direct, this.coldClasses, this.suspended);
		return new Window(Instant.EPOCH, this.length, requests, this.pools, machine, this.caches, this.executors,
				this.limiters, this.sessions, this.threads);
	}

	Diagnosis slowOnes() {
		return Diagnosis.ofSlow(build());
	}

	/**
	 * One of the slow requests.
	 */
	ServedRequest request() {
		long slow = Math.max(1, this.slow);
		List<Use> statements = this.statements.stream()
			.map((use) -> new Use(use.name(), use.times() / slow, use.nanos() / slow, use.longest(), use.rows() / slow))
			.toList();
		List<Use> remotes = this.remotes.stream()
			.map((use) -> new Use(use.name(), use.times() / slow, use.nanos() / slow, use.longest(), 0))
			.toList();
		return new ServedRequest(ROUTE, "", Instant.EPOCH, 200, this.connections,
				new RequestFigures(times(this.breakdown, 1), this.executions / slow, this.rows / slow,
						this.allocated / slow, this.samples, this.awaited, this.awaitedLimiter, statements, remotes),
				List.of());
	}

	private static ComponentTimes times(Map<TimeComponent, Long> breakdown, long times) {
		Map<TimeComponent, Long> all = new EnumMap<>(TimeComponent.class);
		breakdown.forEach((component, nanos) -> all.put(component, nanos * times));
		return ComponentTimes.of(all);
	}

	private static long nanos(double seconds) {
		return Math.round(seconds * 1e9);
	}

	private static long bytes(long megabytes) {
		return (megabytes < 0) ? megabytes : megabytes * MEGABYTE;
	}

	/**
	 * Builds what the pool {@code orders} did: 40 requests in a second, all connections
	 * lent all the time, used for 90 % of it.
	 */
	static final class PoolPeriod {

		private final int max;

		private int peak;

		private long requests = 1200;

		private long refused;

		private int waiting = 3;

		private double meanWaiting;

		private double longestWait = 2;

		private long usages = 600;

		private double borrowedNanos;

		private double sql;

		private double remote;

		private double stopped;

		private List<String> leaks = List.of();

		private OutsideWork outside = OutsideWork.NONE;

		private PoolPeriod(int max) {
			this.max = max;
			this.peak = max;
			lent(30.0 * max);
			used(0.9);
		}

		static PoolPeriod of(int max) {
			return new PoolPeriod(max);
		}

		/**
		 * For how many seconds, all connections together.
		 */
		PoolPeriod lent(double seconds) {
			this.borrowedNanos = seconds;
			return this;
		}

		PoolPeriod peak(int peak) {
			this.peak = peak;
			return this;
		}

		PoolPeriod used(double share) {
			this.sql = this.borrowedNanos * share;
			return this;
		}

		PoolPeriod remote(double share) {
			this.remote = this.borrowedNanos * share;
			return this;
		}

		PoolPeriod stopped(double share) {
			this.stopped = this.borrowedNanos * share;
			return this;
		}

		PoolPeriod usages(long requests, long usages) {
			this.requests = requests;
			this.usages = usages;
			return this;
		}

		PoolPeriod waits(double longest) {
			this.longestWait = longest;
			return this;
		}

		PoolPeriod awaitedBy(double threads) {
			this.meanWaiting = threads;
			return this;
		}

		PoolPeriod refused(long refused, int waiting) {
			this.refused = refused;
			this.waiting = waiting;
			return this;
		}

		PoolPeriod heldBy(String threads, double share) {
			this.outside = new OutsideWork(threads, share);
			return this;
		}

		PoolPeriod leak(String line) {
			this.leaks = List.of(line);
			return this;
		}

		PoolWindow build() {
			return new PoolWindow("orders", this.max, this.peak, this.peak, this.requests, this.refused, this.waiting,
					this.meanWaiting, nanos(this.longestWait), this.usages, nanos(this.borrowedNanos),
					nanos(this.borrowedNanos / this.usages), nanos(this.sql), nanos(this.remote), nanos(this.stopped),
					this.leaks, this.outside);
		}

	}

}
