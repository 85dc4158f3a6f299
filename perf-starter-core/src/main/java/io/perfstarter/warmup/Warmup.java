package io.perfstarter.warmup;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import javax.net.ssl.SSLContext;

import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Warms an application up once, says what has come of it, and opens the gates.
 * Thread-safe.
 */
public final class Warmup {

	private static final Log logger = LogFactory.getLog(Warmup.class);

	private static final Duration PROGRESS = Duration.ofSeconds(5);

	private final WarmupSettings settings;

	private final List<WarmupCall> calls;

	private final Supplier<List<WarmupTask>> tasks;

	private final Gates gates;

	private final WarmupState state;

	private volatile @Nullable WarmupRun run;

	private volatile Results results = new Results(0, List.of(), List.of());

	private volatile long begin;

	private volatile long millis;

	private volatile AotCache aotCache = AotCache.NONE;

	/**
	 * Prepares it.
	 * @param settings how it goes
	 * @param calls what to call
	 * @param tasks what to do before; asked when it is time for that
	 * @param gates what to open in the end
	 * @param state what the filters of its calls know
	 */
	public Warmup(WarmupSettings settings, List<WarmupCall> calls, Supplier<List<WarmupTask>> tasks, Gates gates,
			WarmupState state) {
		this.settings = settings;
		this.calls = List.copyOf(calls);
		this.tasks = tasks;
		this.gates = gates;
		this.state = state;
	}

	/**
	 * Warms up, once. Returns when it is over, at the latest at the end of the budget,
	 * and throws nothing.
	 * @param address where the application answers, with the context path; {@code null}
	 * if it does not, so that nothing is called
	 * @param sslContext for a port with SSL
	 */
	public void run(@Nullable URI address, @Nullable SSLContext sslContext) {
		if (!this.state.move(WarmupPhase.PENDING, WarmupPhase.RUNNING)) {
			return;
		}
		this.begin = System.nanoTime();
		ThreadPoolExecutor threads = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS,
				new SynchronousQueue<>(), daemons("perf-starter-warmup-"));
		ScheduledExecutorService progress = Executors
			.newSingleThreadScheduledExecutor(daemons("perf-starter-warmup-progress-"));
		WarmupPhase end = WarmupPhase.FAILED;
		try {
			WarmupRun run = new WarmupRun(this.settings, this.tasks.get(), (address != null) ? this.calls : List.of(),
					caller(address, sslContext, threads), Jvm.current(), System::nanoTime, threads);
			this.run = run;
			progress.scheduleAtFixedRate(() -> logger.info(progress(run)), PROGRESS.toMillis(), PROGRESS.toMillis(),
					TimeUnit.MILLISECONDS);
			if (this.state.phase() == WarmupPhase.STOPPED) {
				run.stop();
			}
			run.run();
			end = (run.isFailed()) ? WarmupPhase.FAILED : WarmupPhase.SUCCEEDED;
			this.aotCache = AotCache.judge(ManagementFactory.getRuntimeMXBean().getInputArguments(), run.results());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		catch (Throwable ex) {
			logger.error("The warm-up has failed", ex);
		}
		finally {
			progress.shutdownNow();
			threads.shutdownNow();
			this.millis = TimeUnit.NANOSECONDS.toMillis(elapsed());
			this.results = results();
			this.run = null;
			if (this.state.move(WarmupPhase.RUNNING, end)) {
				log();
			}
			openGates();
		}
	}

	private Caller caller(@Nullable URI address, @Nullable SSLContext sslContext, Executor threads) {
		if (address == null) {
			return (call, timeout) -> {
				throw new IllegalStateException("There is no address to call");
			};
		}
		return new HttpCaller(address, this.state.nonce(), sslContext, threads, new Random(),
				Clock.systemDefaultZone());
	}

	private static ThreadFactory daemons(String prefix) {
		AtomicInteger number = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, prefix + number.incrementAndGet());
			thread.setDaemon(true);
			return thread;
		};
	}

	private String progress(WarmupRun run) {
		Results results = run.results();
		return "Warm-up goes on since " + TimeUnit.NANOSECONDS.toSeconds(elapsed()) + " s: " + results.tasks().size()
				+ " tasks done" + results.calls().stream().map((call) -> "; " + call).collect(Collectors.joining());
	}

	private void log() {
		WarmupReport report = report();
		report.tasks()
			.stream()
			.filter((task) -> task.failure() != null)
			.forEach((task) -> logger.warn("Warm-up: task '" + task.name() + "' has failed: " + task.failure()));
		report.calls().forEach(Warmup::log);
		if (report.aotCache() == AotCache.INEFFECTIVE) {
			logger.warn("The JDK's AOT cache is not effective: the first calls had to load " + report.linkedClasses()
					+ " classes. The JDK, the class path, the times of the jars and the folder of the start must be those of "
					+ "the training, and it must have made calls: perf-starter.warmup.mode=training");
		}
		String line = "Warm-up " + ((report.phase() == WarmupPhase.SUCCEEDED) ? "is over" : "has FAILED") + " after "
				+ report.millis() + " ms: " + report.tasks().size() + " tasks, " + report.calls().size() + " calls, "
				+ report.linkedClasses() + " classes loaded by the first of each";
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

	private long elapsed() {
		return System.nanoTime() - this.begin;
	}

	/**
	 * Does without it.
	 */
	public void skip() {
		if (this.state.move(WarmupPhase.PENDING, WarmupPhase.SKIPPED)) {
			logger.info("There is no warm-up, because there is no web server");
			openGates();
		}
	}

	/**
	 * The application stops: what is not over is ended, and the gates stay closed.
	 */
	public void stop() {
		if (this.state.close()) {
			logger.info("The warm-up ends because the application stops; it has not become ready");
		}
		WarmupRun run = this.run;
		if (run != null) {
			run.stop();
		}
	}

	/**
	 * The application accepts traffic: all gates are opened if the warm-up is over, else
	 * as soon as it is.
	 */
	public void accept() {
		this.state.accept();
		openGates();
	}

	private void openGates() {
		if (this.state.open()) {
			this.gates.open();
		}
	}

	/**
	 * Whether all tasks and calls have succeeded.
	 * @return {@code false} before the end, too
	 */
	public boolean isSuccessful() {
		return this.state.phase() == WarmupPhase.SUCCEEDED;
	}

	/**
	 * Whether each call was made as often as is wanted at least, and has succeeded.
	 * @return {@code false} without calls, too
	 */
	public boolean isComplete() {
		List<CallReport> calls = results().calls();
		return isSuccessful() && !calls.isEmpty()
				&& calls.stream().noneMatch((call) -> call.outcome() == Outcome.BUDGET);
	}

	/**
	 * How it goes or went, as meters.
	 * @return the binder
	 */
	public MeterBinder meters() {
		return new WarmupMeters(this::report, this.calls.stream().map(WarmupCall::name).toList());
	}

	/**
	 * How it goes or went.
	 * @return the state of the moment
	 */
	public WarmupReport report() {
		WarmupPhase phase = this.state.phase();
		long millis = (phase == WarmupPhase.RUNNING) ? TimeUnit.NANOSECONDS.toMillis(elapsed()) : this.millis;
		Results results = results();
		return new WarmupReport(phase, this.state.isOpen(), millis, results.linkedClasses(), this.aotCache,
				results.tasks(), results.calls());
	}

	private Results results() {
		WarmupRun run = this.run;
		return (run != null) ? run.results() : this.results;
	}

}
