package io.perfstarter.reporting;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

import io.perfstarter.reporting.machine.Machine;
import io.perfstarter.reporting.machine.StopTheWorldClock;
import io.perfstarter.reporting.pool.PoolMonitor;
import io.perfstarter.reporting.request.Requests;
import io.perfstarter.reporting.session.SessionWatch;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ExecutorWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.Window;

/**
 * Collects the measurements of each period. One thread takes samples; any thread may
 * record requests.
 */
final class Windows implements AutoCloseable {

	private static final Path ROOT = Path.of("/");

	private final LongSupplier clock = System::nanoTime;

	private final Clock wallClock = Clock.systemDefaultZone();

	private final StopTheWorldClock stopped = StopTheWorldClock.ofThisJvm();

	private final Machine machine = new Machine(this.stopped, ROOT, this.clock);

	private final RequestThreads threads;

	private final boolean counted;

	private final Requests requests;

	private final PoolMonitor pools;

	private final SessionWatch sessions;

	private final Totals<CacheWindow> caches;

	private final Totals<ExecutorWindow> executors;

	private final Totals<LimiterWindow> limiters;

	private long since = this.clock.getAsLong();

	Windows(ReportingSettings settings, ReportingSources sources, SlowestRequests slow) {
		this.threads = new RequestThreads(sources.threads(), this.clock);
		this.counted = sources.requests();
		this.requests = new Requests(settings.slow(), this.stopped, this.threads::queueNanos, slow,
				sources.application());
		PoolSource source = sources.pools();
		this.pools = new PoolMonitor((source != null) ? source::sizes : Map::of, this.requests::work, this.stopped,
				this.clock, this.wallClock, sources.application());
		this.sessions = new SessionWatch((pool) -> (source != null) ? source.database(pool) : null,
				settings.databaseCores(), this.clock);
		this.caches = new Totals<>(sources.caches(), CacheWindow::name, Windows::since);
		this.executors = new Totals<>(sources.executors(), ExecutorWindow::name, Windows::since);
		this.limiters = new Totals<>(sources.limiters(), LimiterWindow::name, Windows::since);
	}

	private static CacheWindow since(CacheWindow total, CacheWindow before) {
		return new CacheWindow(total.name(), total.hits() - before.hits(), total.misses() - before.misses(),
				total.evictions() - before.evictions(), total.size());
	}

	private static ExecutorWindow since(ExecutorWindow total, ExecutorWindow before) {
		return new ExecutorWindow(total.name(), total.permits(), total.active(), total.waiting(),
				total.lost() - before.lost(), total.ended() - before.ended(), total.ran() - before.ran(), total.pool());
	}

	private static LimiterWindow since(LimiterWindow total, LimiterWindow before) {
		return new LimiterWindow(total.name(), total.limit(), total.reason(), total.active(), total.waiting(),
				total.refused() - before.refused(), total.waits() - before.waits(), total.waited() - before.waited());
	}

	Requests requests() {
		return this.requests;
	}

	boolean areRequestsCounted() {
		return this.counted;
	}

	PoolMonitor pools() {
		return this.pools;
	}

	LongSupplier pauses() {
		return this.stopped::getAsLong;
	}

	/**
	 * Takes samples of everything that reports no events. To be called every 100 ms.
	 */
	void sample() {
		this.machine.sample();
		this.threads.sample();
		this.pools.sample();
		this.requests.sample();
		if (this.machine.isCollecting()) {
			this.requests.sampleAllocating();
		}
		if (this.machine.isComputing()) {
			this.requests.sampleComputing();
		}
		this.sessions.sample(this.pools.busy());
		if (this.pools.hasPools()) {
			this.requests.expectConnections();
		}
	}

	/**
	 * Records that the sampling thread has finished its work and goes to sleep.
	 */
	void rest() {
		this.machine.rest();
	}

	/**
	 * Ends a period.
	 * @return its measurements
	 */
	Window next() {
		long now = this.clock.getAsLong();
		Duration length = Duration.ofNanos(now - this.since);
		this.since = now;
		return new Window(this.wallClock.instant(), length,
				(this.counted) ? this.requests.next() : RequestsWindow.NOT_COUNTED, this.pools.next(),
				this.machine.next(this.requests.outsideAllocations(), this.requests.outsideComputing()),
				this.caches.next(), this.executors.next(), this.limiters.next(), this.sessions.next(),
				this.threads.next());
	}

	@Override
	public void close() {
		this.sessions.close();
		this.machine.close();
	}

}
