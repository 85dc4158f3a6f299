package io.perfstarter.warmup.run;

import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.support.DaemonThreads;
import io.perfstarter.warmup.AotCache;
import io.perfstarter.warmup.CallReport;
import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.WarmupReport;
import io.perfstarter.warmup.WarmupTask;
import io.perfstarter.warmup.run.WarmupRun.Jvm;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Warms up an application once, logs the result, and opens the gates. Thread-safe.
 */
public final class Warmup implements MeterBinder {

	private static final Log logger = LogFactory.getLog(Warmup.class);

	private static final Duration PROGRESS = Duration.ofSeconds(5);

	private final WarmupSettings settings;

	private final List<WarmupCall> calls;

	private final Supplier<List<WarmupTask>> tasks;

	private final WarmupState state;

	private volatile @Nullable WarmupRun run;

	private volatile WarmupReport last = new WarmupReport(WarmupPhase.PENDING, false, 0, 0, AotCache.NONE, List.of(),
			List.of());

	/**
	 * Creates the warm-up.
	 * @param settings the settings
	 * @param calls the requests to send
	 * @param tasks supplies the tasks that run before the requests; called at the start
	 * of the warm-up
	 * @param state the state shared with the filters of the warm-up requests
	 */
	public Warmup(WarmupSettings settings, List<WarmupCall> calls, Supplier<List<WarmupTask>> tasks,
			WarmupState state) {
		this.settings = settings;
		this.calls = List.copyOf(calls);
		this.tasks = tasks;
		this.state = state;
	}

	/**
	 * Warms up the application. Called once; returns at the end of the timeout at the
	 * latest and throws nothing.
	 * @param address the address of the application with the context path, {@code null}
	 * if it has no server, so that no request is sent
	 * @param sslContext the TLS context, {@code null} for plain HTTP
	 */
	public void run(@Nullable URI address, @Nullable SSLContext sslContext) {
		if (!this.state.move(WarmupPhase.PENDING, WarmupPhase.RUNNING)) {
			return;
		}
		ThreadPoolExecutor threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS,
				new SynchronousQueue<>(), new DaemonThreads("warmup"));
		WarmupPhase end = WarmupPhase.FAILED;
		try {
			WarmupClient client = (address != null)
					? new HttpWarmupClient(address, this.state.nonce(), sslContext, threads, Clock.systemDefaultZone())
					: (call, timeout) -> 0;
			WarmupRun run = new WarmupRun(this.settings, this.tasks.get(), (address != null) ? this.calls : List.of(),
					client, Jvm.current(), System::nanoTime, threads);
			// Comes first, because a stop from now on rejects it.
			threads.execute(this::logProgress);
			this.run = run;
			if (this.state.phase() == WarmupPhase.STOPPED) {
				run.stop();
			}
			run.run();
			end = (run.isFailed()) ? WarmupPhase.FAILED : WarmupPhase.SUCCEEDED;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (Throwable ex) {
			logger.error("The warm-up failed", ex);
		}
		finally {
			threads.shutdownNow();
			this.last = report();
			this.run = null;
			if (this.state.move(WarmupPhase.RUNNING, end)) {
				log();
			}
			this.state.open();
		}
	}

	/**
	 * Logs the progress until the end of the warm-up interrupts it.
	 */
	private void logProgress() {
		try {
			while (true) {
				Thread.sleep(PROGRESS.toMillis());
				logger.info(progress(report()));
			}
		}
		catch (InterruptedException ex) {
			// The warm-up has ended.
		}
	}

	private static String progress(WarmupReport report) {
		return "Warm-up running for " + TimeUnit.MILLISECONDS.toSeconds(report.millis()) + " s: "
				+ report.tasks().size() + " tasks done"
				+ report.calls().stream().map((call) -> "; " + call).collect(Collectors.joining());
	}

	private void log() {
		WarmupReport report = report();
		report.tasks()
			.stream()
			.filter((task) -> task.failure() != null)
			.forEach((task) -> logger.warn("Warm-up task '" + task.name() + "' failed: " + task.failure()));
		report.calls().forEach(Warmup::log);
		costliest(report.calls()).ifPresent(logger::warn);
		if (report.aotCache() == AotCache.INEFFECTIVE) {
			logger.warn("The JDK's AOT cache is not effective: the first calls loaded " + report.linkedClasses()
					+ " classes. Use the same JDK, class path and jar timestamps as in the training run, "
					+ "and make calls in that run: perf-starter.warmup.mode=training");
		}
		String line = "Warm-up " + ((report.phase() == WarmupPhase.SUCCEEDED) ? "succeeded" : "FAILED") + " after "
				+ report.millis() + " ms: " + report.tasks().size() + " tasks, " + report.calls().size() + " calls, "
				+ report.linkedClasses() + " classes loaded by the first calls";
		if (report.phase() == WarmupPhase.SUCCEEDED) {
			logger.info(line);
		}
		else {
			logger.warn(line);
		}
	}

	private static void log(CallReport call) {
		if (call.outcome() == Outcome.FAILED || call.outcome() == Outcome.BUDGET) {
			logger.warn("Warm-up: " + call);
		}
		else {
			logger.info("Warm-up: " + call);
		}
	}

	/**
	 * Returns a sentence about the request that took more than half of the time. Empty if
	 * there is none, or if the timeout was long enough for all requests.
	 */
	static Optional<String> costliest(List<CallReport> calls) {
		if (calls.size() == 1 || calls.stream().noneMatch((call) -> call.outcome() == Outcome.BUDGET)) {
			return Optional.empty();
		}
		double all = calls.stream().mapToDouble(Warmup::millis).sum();
		return calls.stream()
			.filter((call) -> millis(call) > all / 2)
			.findFirst()
			.map((call) -> String.format(Locale.ROOT,
					"Most of the time of the warm-up went to '%s', %d calls of %.1f ms. Remove it from "
							+ "'perf-starter.warmup.requests', or raise 'perf-starter.warmup.timeout'",
					call.name(), call.calls(), millis(call) / call.calls()));
	}

	private static double millis(CallReport call) {
		Double last = call.lastMillis();
		return (last != null) ? call.calls() * last : 0;
	}

	/**
	 * Skips the warm-up, because the application has no web server.
	 */
	public void skip() {
		if (this.state.skip()) {
			logger.info("No warm-up: the application has no web server");
			this.state.open();
		}
	}

	/**
	 * Aborts a running warm-up because the application stops. The gates stay closed.
	 */
	public void stop() {
		if (this.state.close()) {
			logger.info("Warm-up aborted: the application stops before it became ready");
		}
		WarmupRun run = this.run;
		if (run != null) {
			run.stop();
		}
	}

	/**
	 * Returns whether each request was sent the minimum number of times and succeeded.
	 * @return {@code false} also without requests
	 */
	public boolean isComplete() {
		WarmupReport report = report();
		return report.phase() == WarmupPhase.SUCCEEDED && !report.calls().isEmpty()
				&& report.calls().stream().noneMatch((call) -> call.outcome() == Outcome.BUDGET);
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		for (WarmupPhase phase : WarmupPhase.values()) {
			Gauge.builder("perf.starter.warmup.state", () -> (this.state.phase() == phase) ? 1 : 0)
				.description("1 for the current phase of the warm-up, 0 for the others")
				.tag("phase", phase.name().toLowerCase(Locale.ROOT))
				.register(registry);
		}
	}

	/**
	 * Returns the report about the warm-up.
	 * @return the current state
	 */
	public WarmupReport report() {
		WarmupPhase phase = this.state.phase();
		WarmupRun run = this.run;
		WarmupReport last = (run != null) ? run.report() : this.last;
		return new WarmupReport(phase, this.state.isOpen(), last.millis(), last.linkedClasses(), last.aotCache(),
				last.tasks(), last.calls());
	}

}
