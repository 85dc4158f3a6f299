package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.jdbc.JdbcListener;
import io.perfstarter.jdbc.Once;
import io.perfstarter.remote.RemoteCallListener;
import io.perfstarter.reporting.ledger.Requests;
import io.perfstarter.reporting.verdict.Verdicts;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.Window;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The parts of the reports, put together, and the one thread that measures and judges.
 * Thread-safe.
 */
public final class Reporting implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(Reporting.class);

	private static final Duration LOOK = Duration.ofMillis(100);

	private static final Duration LAST_WAIT = Duration.ofSeconds(1);

	private final SlowRequests slow = new SlowRequests();

	private final ReportingMeters meters = new ReportingMeters(this.slow);

	private final Verdicts verdicts = new Verdicts();

	private final History history = new History();

	private final Announcements announcements = new Announcements();

	private final Once once = new Once();

	private final Aside aside = new Aside(this::look, LOOK);

	private final Duration period;

	private final Windows windows;

	private final Advising advising;

	private final Explaining explaining;

	private final Function<JudgedWindow, String> line;

	/** Guarded by this; there while it measures. */
	private @Nullable ScheduledThreadPoolExecutor scheduler;

	/**
	 * Puts the parts together.
	 * @param settings what the user has decided
	 * @param sources where to look
	 */
	public Reporting(ReportingSettings settings, ReportingSources sources) {
		this.period = settings.period();
		this.windows = new Windows(settings, sources, this.slow);
		this.advising = new Advising(settings, sources, this.aside);
		this.explaining = new Explaining(sources, this.aside, this.windows.requests());
		Function<JudgedWindow, String> line = sources.line();
		this.line = (line != null) ? line : (judged) -> PeriodLine.of(judged.window());
	}

	/**
	 * Begins to measure.
	 */
	public synchronized void start() {
		ScheduledThreadPoolExecutor scheduler = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "perf-starter-reporting");
			thread.setDaemon(true);
			return thread;
		});
		scheduler.scheduleWithFixedDelay(this::lookAndRest, LOOK.toNanos(), LOOK.toNanos(), TimeUnit.NANOSECONDS);
		// Not at a fixed rate, which makes up for the periods of a process that was
		// stopped.
		scheduler.scheduleWithFixedDelay(this::report, this.period.toNanos(), this.period.toNanos(),
				TimeUnit.NANOSECONDS);
		this.scheduler = scheduler;
	}

	/**
	 * Measures no more, until it is started again. Waits a moment for what it does just
	 * now, because that may ask for what is taken down next.
	 */
	public synchronized void stop() {
		ScheduledThreadPoolExecutor scheduler = this.scheduler;
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

	/**
	 * Whether it measures.
	 * @return whether it has been started and not stopped
	 */
	public synchronized boolean isRunning() {
		return this.scheduler != null;
	}

	/**
	 * What has to see all requests.
	 * @return the account of them
	 */
	public Requests requests() {
		return this.windows.requests();
	}

	/**
	 * What has to hear of all connections, besides what the requests are accounted by.
	 * @return the listener
	 */
	public JdbcListener connectionsOfPools() {
		return this.windows.pools().connections();
	}

	/**
	 * What has to hear of all remote calls.
	 * @return the listeners
	 */
	public List<RemoteCallListener> remoteCalls() {
		return List.of(this.windows.requests().remoteCalls(), this.windows.pools().remoteCalls());
	}

	/**
	 * The periods as meters.
	 * @return the binder
	 */
	public MeterBinder meters() {
		return this.meters;
	}

	/**
	 * All that is known now.
	 * @param instance the name of this instance
	 * @return the last hour, as of the end of the last period
	 */
	public WhySlow state(String instance) {
		List<JudgedWindow> windows = this.history.windows();
		Window last = (!windows.isEmpty()) ? windows.get(0).window() : null;
		return new WhySlow(Instant.now(), instance, windows, this.history.slowest(), this.advising.advice(),
				this.advising.forecasts(), Capabilities.of(last, this.windows.areRequestsCounted(),
						this.windows.requests().areConnectionsHeard(), this.windows.requests().areCallsHeard()));
	}

	private void look() {
		try {
			this.windows.look();
			this.slow.look();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
	}

	private void lookAndRest() {
		look();
		this.windows.rest();
	}

	private void report() {
		try {
			Window window = this.windows.next();
			JudgedWindow judged = this.explaining.explain(new JudgedWindow(window, this.verdicts.of(window)));
			List<JudgedRequest> slowest = this.slow.next().stream().map((request) -> judge(request, window)).toList();
			this.history.add(judged, slowest);
			this.meters.add(judged);
			logger.info(this.line.apply(judged));
			this.announcements.announce(judged, slowest);
			this.advising.look(this.history.windows());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (RuntimeException | Error ex) {
			failed(ex);
		}
		finally {
			this.windows.rest();
		}
	}

	private JudgedRequest judge(ServedRequest request, Window window) {
		return new JudgedRequest(request, this.verdicts.of(request, window));
	}

	/**
	 * It would end the schedule without a word, the want of memory just when a report
	 * would name it.
	 */
	private void failed(Throwable fault) {
		this.meters.failed();
		if (this.once.isFirst(fault.getClass())) {
			logger.error("A report failed; the next one is tried. Further failures of this kind are counted only",
					fault);
		}
	}

	@Override
	public void close() {
		stop();
		this.aside.close();
		this.windows.close();
	}

}
