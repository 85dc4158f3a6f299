package io.perfstarter.reporting;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.machine.Machine;
import io.perfstarter.reporting.machine.StopTheWorldClock;
import io.perfstarter.reporting.request.Requests;
import io.perfstarter.reporting.rules.Verdicts;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.SampledStack;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.Window;
import io.perfstarter.support.DaemonThreads;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.context.SmartLifecycle;

/**
 * Measures and judges the application with one daemon thread, and reports the results
 * after each period. Starts before all other lifecycle beans, and stops after them.
 * Thread-safe.
 */
public final class Reporting implements MeterBinder, SmartLifecycle, AutoCloseable {

	private static final Log logger = LogFactory.getLog(Reporting.class);

	private static final Duration SAMPLE_INTERVAL = Duration.ofMillis(100);

	private static final Duration LAST_WAIT = Duration.ofSeconds(1);

	private final SlowestRequests slow = new SlowestRequests();

	private final ReportingMeters meters = new ReportingMeters();

	private final Verdicts verdicts = new Verdicts();

	private final History history = new History();

	private final Announcements announcements = new Announcements();

	private final LogOnce once = new LogOnce();

	private final TimeLimitedCaller aside = new TimeLimitedCaller(this::sample, SAMPLE_INTERVAL);

	private final ReportingSettings settings;

	private final LongSupplier clock = System::nanoTime;

	private final Clock wallClock = Clock.systemDefaultZone();

	private final StopTheWorldClock stopped = StopTheWorldClock.ofThisJvm();

	private final Machine machine = new Machine(this.stopped, Path.of("/"), this.clock);

	private final RequestThreads threads;

	private final boolean counted;

	private final Requests requests;

	private final PoolMonitor pools;

	private final SessionWatch sessions;

	private final Totals<CacheWindow> caches;

	private final Totals<LimiterWindow> executors;

	private final Totals<LimiterWindow> limiters;

	private final AdviceReporter advising;

	private final PlanReporter explaining;

	private final Function<JudgedWindow, @Nullable String> line;

	// Confined to the thread of the measurements.
	private long since = this.clock.getAsLong();

	// Guarded by this; null while reporting is stopped.
	private @Nullable ScheduledExecutorService scheduler;

	// Guarded by this.
	private boolean again;

	/**
	 * Creates a stopped instance.
	 * @param settings the settings
	 * @param sources the sources of measurements
	 */
	public Reporting(ReportingSettings settings, ReportingSources sources) {
		this.settings = settings;
		this.threads = new RequestThreads(sources.threads(), this.clock);
		this.counted = sources.requests();
		this.requests = new Requests(settings.slow(), this.stopped, this.threads::queueNanos, this.slow,
				sources.application());
		this.pools = new PoolMonitor(sources.pools(), this.requests::work, this.stopped, this.clock, this.wallClock,
				sources.application());
		this.sessions = new SessionWatch(sources.databases(), settings.databaseCores(), this.clock);
		this.caches = new Totals<>(sources.caches(), CacheWindow::name, Reporting::since);
		this.executors = new Totals<>(sources.executors(), LimiterWindow::name, LimiterWindow::since);
		this.limiters = new Totals<>(sources.limiters(), LimiterWindow::name, LimiterWindow::since);
		this.advising = new AdviceReporter(settings, sources, this.aside);
		this.explaining = new PlanReporter(sources, this.aside, this.requests);
		Function<Map<String, @Nullable Object>, @Nullable String> line = sources.line();
		this.line = (line != null) ? (judged) -> line.apply(WhySlowJson.of(judged)) : textLine();
	}

	private static CacheWindow since(CacheWindow total, CacheWindow before) {
		return new CacheWindow(total.name(), total.hits() - before.hits(), total.misses() - before.misses(),
				total.evictions() - before.evictions(), total.size());
	}

	private static Function<JudgedWindow, @Nullable String> textLine() {
		PeriodLine line = new PeriodLine();
		return (judged) -> line.of(judged.window());
	}

	/**
	 * Starts the measurements.
	 */
	@Override
	public synchronized void start() {
		long period = this.settings.period().toNanos();
		ScheduledExecutorService scheduler = DaemonThreads.timer("reporting");
		if (this.again) {
			scheduler.execute(this::forget);
		}
		this.again = true;
		scheduler.scheduleWithFixedDelay(this::sampleAndRest, SAMPLE_INTERVAL.toNanos(), SAMPLE_INTERVAL.toNanos(),
				TimeUnit.NANOSECONDS);
		// A fixed rate would repeat the missed periods of a process that was suspended.
		scheduler.scheduleWithFixedDelay(this::report, period, period, TimeUnit.NANOSECONDS);
		this.scheduler = scheduler;
		logger.info("Reporting: a line every %s in which something leaves its usual range; requests are slow from %s on"
			.formatted(this.settings.period(), this.settings.slow().flat()));
	}

	/**
	 * Stops the measurements until the next start. Waits up to one second for the running
	 * report, because it may use beans that are destroyed next.
	 */
	@Override
	public synchronized void stop() {
		ScheduledExecutorService scheduler = this.scheduler;
		this.scheduler = null;
		if (scheduler != null) {
			scheduler.shutdownNow();
			try {
				scheduler.awaitTermination(LAST_WAIT.toNanos(), TimeUnit.NANOSECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}
	}

	@Override
	public synchronized boolean isRunning() {
		return this.scheduler != null;
	}

	@Override
	public int getPhase() {
		return Integer.MIN_VALUE;
	}

	/**
	 * Returns the recorder that must observe all requests.
	 * @return the recorder
	 */
	public Requests requests() {
		return this.requests;
	}

	/**
	 * Returns the listener that measures pools; it must observe all connections.
	 * @return the listener
	 */
	public JdbcListener connectionsOfPools() {
		return this.pools;
	}

	/**
	 * Returns the listener that must observe all remote calls.
	 * @return the listener
	 */
	public RemoteCallListener remoteCalls() {
		this.pools.callsAreObserved();
		return this.requests.remoteCalls();
	}

	/**
	 * Returns the JVM pauses.
	 * @return supplies their total time
	 */
	public LongSupplier pauses() {
		return this.stopped::getAsLong;
	}

	/**
	 * Publishes the periods as meters.
	 */
	@Override
	public void bindTo(MeterRegistry registry) {
		this.meters.bindTo(registry);
	}

	/**
	 * Returns the results of the last hour, as of the end of the last period.
	 * @param instance the name of this instance
	 * @return the results as an object of JSON
	 */
	public Map<String, @Nullable Object> json(String instance) {
		return WhySlowJson.of(state(instance));
	}

	WhySlow state(String instance) {
		List<JudgedWindow> windows = this.history.windows();
		Window last = (!windows.isEmpty()) ? windows.get(0).window() : null;
		return new WhySlow(Instant.now(), instance, windows, this.history.slowest(), this.advising.advice(),
				Capabilities.of(last, this.counted, this.requests.connections().hasObserved(),
						this.requests.areCallsObserved()));
	}

	/**
	 * Returns the stacks of slow requests. They were read while no measured component was
	 * open, except a wait for a connection, a remote call or the client.
	 * @return for each of the last five causes the stacks of its last period, the newest
	 * first, as text
	 */
	public String stacks() {
		return IncidentStacks.text(incidents());
	}

	List<IncidentStacks> incidents() {
		return this.history.stacks();
	}

	private void sample() {
		try {
			measure();
			this.slow.sample();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	/**
	 * Samples everything that reports no events.
	 */
	private void measure() {
		this.machine.sample();
		this.threads.sample();
		this.pools.sample();
		this.requests.sample();
		if (this.machine.isCollecting()) {
			this.requests.allocating().look();
		}
		if (this.machine.isComputing()) {
			this.requests.computing().look();
		}
		this.sessions.sample(this.pools.busy());
		if (this.pools.hasPools()) {
			this.requests.connections().markObserved();
		}
	}

	/**
	 * Forgets what was measured while reporting was stopped.
	 */
	private void forget() {
		rest();
		try {
			window();
			this.slow.next();
			this.requests.stacks();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	private void sampleAndRest() {
		sample();
		rest();
	}

	private void rest() {
		try {
			this.machine.rest();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	private void report() {
		try {
			Window window = window();
			List<JudgedRequest> slowest = this.slow.next()
				.stream()
				.map((request) -> new JudgedRequest(request, this.verdicts.of(request, window)))
				.toList();
			// Taken before the query plan, which a slow database may delay.
			List<SampledStack> stacks = this.requests.stacks();
			JudgedWindow judged = this.explaining
				.explain(new JudgedWindow(window, this.verdicts.of(window), List.of()));
			this.requests.connections().forgetTextsIfFull();
			this.history.add(judged, slowest, stacks);
			this.meters.add(judged);
			String line = this.line.apply(judged);
			if (line != null && (!window.isIdle() || judged.verdict() != null)) {
				logger.info(line);
			}
			this.announcements.announce(judged, slowest);
			this.advising.sample(this.history.windows());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
		rest();
	}

	private Window window() {
		long now = this.clock.getAsLong();
		Duration length = Duration.ofNanos(now - this.since);
		this.since = now;
		return new Window(this.wallClock.instant(), length,
				(this.counted) ? this.requests.next() : RequestsWindow.NOT_COUNTED, this.pools.next(),
				this.machine.next(this.requests.allocating().next(), this.requests.computing().next()),
				this.caches.next(), this.executors.next(), this.limiters.next(), this.sessions.next(),
				this.threads.next());
	}

	/**
	 * Handles a failure. Without this, the scheduler would silently cancel the task. Also
	 * handles errors such as a lack of memory: the next report names its cause.
	 */
	private void failed(Throwable fault) {
		try {
			this.meters.failed();
			if (this.once.isFirst(fault.getClass())) {
				logger.error(
						"Report failed; the next period is reported. Further failures of this type are only counted",
						fault);
			}
		}
		catch (RuntimeException | Error ex) {
			// Logging fails, too: memory is still scarce, or an appender fails.
		}
	}

	@Override
	public void close() {
		stop();
		this.aside.close();
		this.sessions.close();
		this.machine.close();
	}

	/**
	 * Computes differences between periods from totals since the start. Confined to one
	 * thread.
	 *
	 * @param <T> the type of a total
	 */
	static final class Totals<T> {

		private final Supplier<List<T>> totals;

		private final Function<T, String> name;

		private final BinaryOperator<T> since;

		private Map<String, T> previous = new HashMap<>();

		/**
		 * Creates an instance.
		 * @param totals supplies the totals since the start
		 * @param name returns the name that identifies a total
		 * @param since subtracts the second total from the first
		 */
		Totals(Supplier<List<T>> totals, Function<T, String> name, BinaryOperator<T> since) {
			this.totals = totals;
			this.name = name;
			this.since = since;
		}

		List<T> next() {
			Map<String, T> now = new HashMap<>();
			List<T> period = this.totals.get().stream().map((total) -> {
				@Nullable T before = this.previous.get(this.name.apply(total));
				now.put(this.name.apply(total), total);
				return (before != null) ? this.since.apply(total, before) : total;
			}).toList();
			this.previous = now;
			return period;
		}

	}

	/**
	 * Keeps the slowest requests of a period. Request threads add requests to a bounded
	 * queue, which drops them while it is full; all other methods are confined to one
	 * thread.
	 */
	static final class SlowestRequests implements Consumer<ServedRequest> {

		private static final int ROOM = 1_000;

		private static final int KEPT = 200;

		private final BlockingQueue<ServedRequest> arrived = new ArrayBlockingQueue<>(ROOM);

		// The slowest first.
		private final List<ServedRequest> slowest = new ArrayList<>();

		@Override
		public void accept(ServedRequest request) {
			this.arrived.offer(request);
		}

		/**
		 * Drains the queue.
		 */
		void sample() {
			if (this.arrived.drainTo(this.slowest) > 0) {
				this.slowest.sort(Comparator.comparingLong(ServedRequest::nanos).reversed());
				this.slowest.subList(Math.min(KEPT, this.slowest.size()), this.slowest.size()).clear();
			}
		}

		/**
		 * Ends the period.
		 * @return its requests, the slowest first
		 */
		List<ServedRequest> next() {
			sample();
			List<ServedRequest> slowest = List.copyOf(this.slowest);
			this.slowest.clear();
			return slowest;
		}

	}

}
