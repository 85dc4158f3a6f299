package io.perfstarter.async;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.jdbc.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * All executors, from the first task to the orderly end. Thread-safe.
 */
public final class BoundedExecutors implements MeterBinder, AutoCloseable {

	private static final Log logger = LogFactory.getLog(BoundedExecutors.class);

	private static final Duration PERIOD = Duration.ofSeconds(30);

	private static final Duration LAST_WAIT = Duration.ofSeconds(1);

	private final Map<String, BoundedExecutor> executors = new ConcurrentHashMap<>();

	private final Map<String, Permits> pools = new ConcurrentHashMap<>();

	private final Entrance entrance = new Entrance();

	private final LongAdder contextFaults = new LongAdder();

	private final LogOnce once = new LogOnce();

	private final ExecutorThreads threads;

	private final UnaryOperator<Runnable> carrier;

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, (task) -> {
		Thread thread = new Thread(task, "perf-starter-async-timer");
		thread.setDaemon(true);
		return thread;
	});

	/**
	 * Begins without any.
	 * @param virtual whether tasks run in virtual threads
	 * @param parts what tasks are to see of the caller's thread
	 * @param decorator what else is to be done around each task
	 */
	public BoundedExecutors(boolean virtual, Set<ContextPart> parts, UnaryOperator<Runnable> decorator) {
		this.threads = new ExecutorThreads(virtual);
		CallerContext context = new CallerContext(parts, this::contextFailed);
		this.carrier = (task) -> context.carry(decorator.apply(task));
		this.timer.setRemoveOnCancelPolicy(true);
	}

	/**
	 * Begins without any, and carries nothing to tasks.
	 * @param virtual whether tasks run in virtual threads
	 * @param decorator what is to be done around each task
	 */
	public BoundedExecutors(boolean virtual, UnaryOperator<Runnable> decorator) {
		this(virtual, Set.of(), decorator);
	}

	private void contextFailed(Throwable fault) {
		this.contextFaults.increment();
		if (this.once.isFirst(fault.getClass())) {
			logger.warn("Something of a caller's context did not reach its task, which runs without it", fault);
		}
	}

	/**
	 * Adds an executor.
	 * @param name what it is called
	 * @param settings what it is like
	 * @param pool with the executors of which pool of connections it shares its permits,
	 * {@code null} if it has its own
	 * @return the executor
	 */
	public BoundedExecutor add(String name, ExecutorSettings settings, @Nullable String pool) {
		Permits permits = (pool != null)
				? this.pools.computeIfAbsent(pool, (ignored) -> new Permits(settings.concurrencyLimit()))
				: new Permits(settings.concurrencyLimit());
		Executor threads = this.threads.named(name);
		BoundedExecutor executor = new BoundedExecutor(name, settings, permits,
				new ExecutorSurroundings(this.entrance, threads, this.carrier, this.timer));
		this.executors.put(name, executor);
		CapacityReport report = new CapacityReport(executor, System::nanoTime);
		this.timer.scheduleAtFixedRate(() -> report(report), PERIOD.toNanos(), PERIOD.toNanos(), TimeUnit.NANOSECONDS);
		return executor;
	}

	private static void report(CapacityReport report) {
		try {
			String line = report.next();
			if (line != null) {
				logger.warn(line);
			}
		}
		catch (RuntimeException ex) {
			logger.debug("A period of an executor was not reported", ex);
		}
	}

	/**
	 * All that were added.
	 * @return the executors, in no order
	 */
	public Collection<BoundedExecutor> all() {
		return Collections.unmodifiableCollection(this.executors.values());
	}

	/**
	 * Maps pages with the help of these executors.
	 * @param defaultExecutor the name of the executor that helps where none is named;
	 * without such an executor nobody does
	 * @return the mapper, to be closed by the caller
	 */
	public PageMapper pageMapper(String defaultExecutor) {
		return new PageMapper(this::find, (task) -> helper(defaultExecutor, task), System::nanoTime);
	}

	private @Nullable Future<?> helper(String name, Runnable task) {
		BoundedExecutor executor = this.executors.get(name);
		return (executor != null) ? executor.tryStart(task) : null;
	}

	private BoundedExecutor find(String name) {
		BoundedExecutor executor = this.executors.get(name);
		if (executor == null) {
			throw new IllegalArgumentException("There is no executor '" + name + "'; there are "
					+ this.executors.keySet().stream().sorted().collect(Collectors.joining(", ")));
		}
		return executor;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.executors.values().forEach((executor) -> new ExecutorMeters(executor).bindTo(registry));
		FunctionCounter.builder("perf.starter.async.context.faults", this.contextFaults, LongAdder::sum)
			.description("How often something of a caller's context did not reach a task")
			.register(registry);
	}

	/**
	 * Lets tasks in again after a {@link #stop(Duration) stop}.
	 */
	public void start() {
		this.entrance.open();
	}

	/**
	 * Whether tasks may come.
	 * @return {@code false} from the beginning of the stop on
	 */
	public boolean isOpen() {
		return this.entrance.isOpen();
	}

	/**
	 * Refuses what comes from outside, lets the executors run empty, ends what still
	 * waits and interrupts what still runs; no future is left incomplete.
	 * @param drainTimeout for how long at most the executors may run on
	 */
	public void stop(Duration drainTimeout) {
		if (!this.entrance.isOpen()) {
			return;
		}
		int inside = this.entrance.inside();
		this.entrance.drain();
		int waiting = 0;
		int running = 0;
		if (!await(drainTimeout)) {
			this.entrance.close();
			waiting = this.executors.values().stream().mapToInt(BoundedExecutor::cancelWaiting).sum();
			running = this.executors.values().stream().mapToInt(BoundedExecutor::cancelRunning).sum();
			await(LAST_WAIT);
		}
		this.entrance.close();
		if (inside > 0) {
			logger.info("Executors are closed: of " + inside + " tasks and what these have submitted, " + waiting
					+ " that waited were cancelled, " + running + " that ran were interrupted, and "
					+ this.entrance.inside() + " still run");
		}
	}

	int inside() {
		return this.entrance.inside();
	}

	private boolean await(Duration time) {
		try {
			return this.entrance.awaitEmpty(time.toNanos());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	@Override
	public void close() {
		stop(Duration.ZERO);
		this.timer.shutdownNow();
		this.threads.close();
	}

}
