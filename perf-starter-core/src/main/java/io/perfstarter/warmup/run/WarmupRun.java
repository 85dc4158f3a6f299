package io.perfstarter.warmup.run;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;

import io.perfstarter.warmup.AotCache;
import io.perfstarter.warmup.Outcome;
import io.perfstarter.warmup.TaskReport;
import io.perfstarter.warmup.WarmupContext;
import io.perfstarter.warmup.WarmupPhase;
import io.perfstarter.warmup.WarmupReport;
import io.perfstarter.warmup.WarmupTask;
import org.jspecify.annotations.Nullable;

/**
 * Runs one warm-up: the tasks, then each request once, then bursts of concurrent calls
 * with pauses for the JIT compiler, and a last sequential burst. The timeout limits all
 * of it, even if a call hangs. {@link #run()} must be called once; all other methods are
 * thread-safe.
 */
final class WarmupRun {

	private static final Duration LOOK = Duration.ofMillis(100);

	private static final int LOOKS = 10;

	private static final String LATE = "not finished within the timeout";

	// The JVM counts as warm if it compiles less than this per look, as in OpenJ9.
	private static final long QUIET_MILLIS = 20;

	// A burst may take this many equal shares of the remaining time. Two, because most
	// requests need less than one share.
	private static final int SHARES = 2;

	// With a cache from a training run with warm-up requests, the first calls load fewer
	// than 100 classes; without a cache, they load more than 1,000.
	private static final long FEW_CLASSES = 300;

	private final WarmupSettings settings;

	private final List<WarmupTask> tasks;

	private final List<CallProgress> calls;

	private final WarmupClient caller;

	private final Jvm jvm;

	private final LongSupplier clock;

	private final ExecutorService threads;

	private final long begin;

	private final List<TaskReport> done = new CopyOnWriteArrayList<>();

	private volatile long linkedClasses;

	private volatile AotCache aotCache = AotCache.NONE;

	/**
	 * Creates the run and starts its clock.
	 * @param clock a monotonic clock in nanoseconds
	 * @param threads creates platform threads
	 */
	WarmupRun(WarmupSettings settings, List<WarmupTask> tasks, List<WarmupCall> calls, WarmupClient caller, Jvm jvm,
			LongSupplier clock, ExecutorService threads) {
		this.settings = settings;
		this.tasks = tasks;
		this.calls = calls.stream().map((call) -> new CallProgress(call, settings, clock)).toList();
		this.caller = caller;
		this.jvm = jvm;
		this.clock = clock;
		this.threads = threads;
		this.begin = clock.getAsLong();
	}

	/**
	 * Performs the warm-up.
	 * @throws InterruptedException if the calling thread is interrupted
	 */
	void run() throws InterruptedException {
		for (WarmupTask task : this.tasks) {
			this.done.add(perform(task));
		}
		long before = this.jvm.loadedClasses().getAsLong();
		link();
		this.linkedClasses = this.jvm.loadedClasses().getAsLong() - before;
		boolean quiet = heat();
		if (this.settings.parallelism() > 1) {
			verify();
		}
		this.calls.forEach((call) -> call.finish(quiet));
		this.aotCache = aotCache();
	}

	private TaskReport perform(WarmupTask task) throws InterruptedException {
		long begin = this.clock.getAsLong();
		List<Future<@Nullable Void>> end = inTime(1, () -> warm(task));
		String failure = (!end.isEmpty()) ? failure(end.get(0)) : LATE;
		return new TaskReport(task.name(), TimeUnit.NANOSECONDS.toMillis(this.clock.getAsLong() - begin), failure);
	}

	private static @Nullable String failure(Future<?> end) throws InterruptedException {
		try {
			end.get();
			return null;
		}
		catch (CancellationException ex) {
			return LATE;
		}
		catch (ExecutionException ex) {
			return String.valueOf(ex.getCause());
		}
	}

	private static @Nullable Void warm(WarmupTask task) throws Exception {
		WarmupContext.enter();
		try {
			task.warm();
			return null;
		}
		finally {
			WarmupContext.leave();
		}
	}

	/**
	 * Sends each request once, sequentially, because concurrent class loading is not
	 * faster.
	 */
	private void link() throws InterruptedException {
		inTime(1, () -> {
			for (CallProgress call : this.calls) {
				make(call);
			}
			return null;
		});
	}

	private boolean heat() throws InterruptedException {
		boolean quiet = false;
		List<CallProgress> cold = new ArrayList<>(this.calls);
		while (!cold.isEmpty() && !isOver()) {
			for (CallProgress call : cold) {
				burst(call, this.settings.parallelism(), SHARES * remaining() / cold.size() / burstsToFloor());
			}
			quiet = pause((cold.stream().anyMatch((call) -> call.left() > 0)) ? LOOKS : 1);
			boolean settled = quiet;
			cold.removeIf((call) -> call.settle(settled));
		}
		return quiet;
	}

	private void verify() throws InterruptedException {
		for (CallProgress call : this.calls) {
			burst(call, 1, SHARES * remaining() / this.calls.size());
		}
	}

	private int burstsToFloor() {
		return Math.max(1, (this.settings.minRequests() + this.settings.burst() - 1) / this.settings.burst());
	}

	/**
	 * Sends a burst. Ends it early if it takes too long, so that a slow request leaves
	 * enough time for the others.
	 */
	private void burst(CallProgress call, int parallelism, long longest) throws InterruptedException {
		AtomicInteger left = new AtomicInteger(Math.min(this.settings.burst(), call.left()));
		long begin = this.clock.getAsLong();
		inTime(parallelism, () -> {
			while (left.getAndDecrement() > 0 && !call.isHopeless() && this.clock.getAsLong() - begin <= longest) {
				make(call);
			}
			return null;
		});
		call.endBurst();
	}

	private void make(CallProgress call) throws InterruptedException {
		long timeout = Math.min(this.settings.requestTimeout().toNanos(), remaining());
		if (timeout > 0) {
			call.make(this.caller, Duration.ofNanos(timeout));
		}
	}

	/**
	 * Runs work on separate threads and interrupts threads that are not finished at the
	 * end of the timeout.
	 * @return the completed work; empty if the timeout was already over
	 */
	private List<Future<@Nullable Void>> inTime(int times, Callable<@Nullable Void> work) throws InterruptedException {
		try {
			return (!isOver())
					? this.threads.invokeAll(Collections.nCopies(times, work), remaining(), TimeUnit.NANOSECONDS)
					: List.of();
		}
		catch (RejectedExecutionException ex) {
			// Stopped in the meantime.
			return List.of();
		}
	}

	/**
	 * Waits while the JIT compiler works.
	 * @param looks the maximum number of measurements; without further calls, one is
	 * enough
	 * @return whether the JIT compiler has little work
	 */
	private boolean pause(int looks) throws InterruptedException {
		long before = this.jvm.compileTime().getAsLong();
		for (int look = 0; look < looks && !isOver(); look++) {
			this.threads.awaitTermination(Math.min(LOOK.toNanos(), remaining()), TimeUnit.NANOSECONDS);
			if (isStopped()) {
				return false;
			}
			long now = this.jvm.compileTime().getAsLong();
			if (now - before < QUIET_MILLIS) {
				return true;
			}
			before = now;
		}
		return false;
	}

	private long remaining() {
		return Math.max(0, this.settings.budget().toNanos() - elapsed());
	}

	private long elapsed() {
		return this.clock.getAsLong() - this.begin;
	}

	private boolean isOver() {
		return remaining() == 0 || isStopped();
	}

	/**
	 * Stops the run: interrupts work in progress and starts no more.
	 */
	void stop() {
		this.threads.shutdownNow();
	}

	boolean isStopped() {
		return this.threads.isShutdown();
	}

	boolean isFailed() {
		return this.done.stream().anyMatch((task) -> task.failure() != null)
				|| this.calls.stream().anyMatch((call) -> call.report().outcome() == Outcome.FAILED);
	}

	private AotCache aotCache() {
		if (this.jvm.arguments().stream().noneMatch((argument) -> argument.startsWith("-XX:AOTCache="))) {
			return AotCache.NONE;
		}
		if (this.calls.stream().noneMatch(CallProgress::isAnswered)) {
			return AotCache.UNKNOWN;
		}
		return (this.linkedClasses <= FEW_CLASSES) ? AotCache.EFFECTIVE : AotCache.INEFFECTIVE;
	}

	WarmupReport report() {
		return new WarmupReport(WarmupPhase.RUNNING, false, TimeUnit.NANOSECONDS.toMillis(elapsed()),
				this.linkedClasses, this.aotCache, List.copyOf(this.done),
				this.calls.stream().map(CallProgress::report).toList());
	}

	/**
	 * The figures that show whether the JVM is warm.
	 *
	 * @param compileTime the accumulated time of JIT compilation over all threads, in
	 * milliseconds; 0 if it is not known
	 * @param loadedClasses the number of classes loaded since the start of the JVM
	 * @param arguments the arguments of the JVM
	 */
	record Jvm(LongSupplier compileTime, LongSupplier loadedClasses, List<String> arguments) {

		static Jvm current() {
			@Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
			return new Jvm(
					(compiler != null && compiler.isCompilationTimeMonitoringSupported())
							? compiler::getTotalCompilationTime : () -> 0,
					ManagementFactory.getClassLoadingMXBean()::getTotalLoadedClassCount,
					ManagementFactory.getRuntimeMXBean().getInputArguments());
		}

	}

}
