package io.perfstarter.reporting;

import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

import io.perfstarter.reporting.jvm.Machine;
import io.perfstarter.reporting.jvm.StopTheWorldClock;
import io.perfstarter.reporting.ledger.Requests;
import io.perfstarter.reporting.pool.PoolFacts;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ExecutorWindow;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.Window;

/**
 * Measures period after period. Looked at by one thread; what requests tell comes from
 * any.
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

	private final PoolFacts pools;

	private final Totals<CacheWindow> caches;

	private final Totals<ExecutorWindow> executors;

	private long since = this.clock.getAsLong();

	Windows(ReportingSettings settings, ReportingSources sources, SlowRequests slow) {
		this.threads = new RequestThreads(sources.threads(), this.clock);
		this.counted = sources.requests();
		this.requests = new Requests(settings.slow(), this.stopped, this.threads::queueNanos, slow);
		PoolSource source = sources.pools();
		this.pools = new PoolFacts((source != null) ? source::states : Map::of, this.requests::work, this.stopped,
				this.clock, this.wallClock);
		this.caches = new Totals<>(sources.caches(), CacheWindow::name, Windows::since);
		this.executors = new Totals<>(sources.executors(), ExecutorWindow::name, Windows::since);
	}

	private static CacheWindow since(CacheWindow total, CacheWindow before) {
		return new CacheWindow(total.name(), total.hits() - before.hits(), total.misses() - before.misses(),
				total.evictions() - before.evictions(), total.size());
	}

	private static ExecutorWindow since(ExecutorWindow total, ExecutorWindow before) {
		return new ExecutorWindow(total.name(), total.permits(), total.active(), total.waiting(),
				total.lost() - before.lost());
	}

	Requests requests() {
		return this.requests;
	}

	boolean areRequestsCounted() {
		return this.counted;
	}

	PoolFacts pools() {
		return this.pools;
	}

	/**
	 * Looks at what can be seen only by looking. To be called each 100 ms.
	 */
	void look() {
		this.machine.look();
		this.threads.look();
		this.pools.look();
		this.requests.look();
		if (this.pools.areThere()) {
			this.requests.expectConnections();
		}
	}

	/**
	 * The thread that looks has done its work and goes to sleep.
	 */
	void rest() {
		this.machine.rest();
	}

	/**
	 * Ends a period.
	 * @return what was measured in it
	 */
	Window next() {
		long now = this.clock.getAsLong();
		Duration length = Duration.ofNanos(now - this.since);
		this.since = now;
		return new Window(this.wallClock.instant(), length,
				(this.counted) ? this.requests.next() : RequestsWindow.NOT_COUNTED, this.pools.next(),
				this.machine.next(), this.caches.next(), this.executors.next(), this.threads.next());
	}

	@Override
	public void close() {
		this.machine.close();
	}

}
