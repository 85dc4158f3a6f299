package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

import io.micrometer.context.ThreadLocalAccessor;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.async.context.CallerContext;
import io.perfstarter.async.context.ContextPart;
import io.perfstarter.support.DaemonThreads;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.LogOnce;
import io.perfstarter.support.SilentRollbacks;
import org.aopalliance.intercept.MethodInterceptor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Creates all bounded executors of an application and shuts them down in order.
 * Thread-safe.
 */
public final class BoundedExecutors implements MeterBinder, AutoCloseable {

	private static final Log logger = LogFactory.getLog(BoundedExecutors.class);

	private static final Duration PERIOD = Duration.ofSeconds(30);

	private static final Duration LAST_WAIT = Duration.ofSeconds(1);

	private final Map<String, BoundedExecutor> executors = new ConcurrentHashMap<>();

	private final Map<String, ConcurrencyLimit> pools = new ConcurrentHashMap<>();

	private final Admission admission = new Admission();

	private final List<ConcurrencyLimit> limits = new CopyOnWriteArrayList<>();

	private final LongAdder contextFaults = new LongAdder();

	private final LogOnce once = new LogOnce();

	private final ExecutorThreads threads;

	private final UnaryOperator<Runnable> carrier;

	private final LimiterListener listener;

	private final SilentRollbacks rollbacks;

	private final ScheduledExecutorService timer = DaemonThreads.timer("async-timer");

	/**
	 * Creates an instance without executors.
	 * @param virtual whether tasks run on virtual threads
	 * @param parts the parts of the caller's context that are propagated to tasks
	 * @param accessors the application's accessors of its context
	 * @param decorator decorates each task
	 * @param listener receives the waits for a place of an executor, on the threads that
	 * wait
	 * @param rollbacks tells which commits were rollbacks, so that their tasks do not run
	 */
	public BoundedExecutors(boolean virtual, Set<ContextPart> parts,
			Collection<? extends ThreadLocalAccessor<?>> accessors, UnaryOperator<Runnable> decorator,
			LimiterListener listener, SilentRollbacks rollbacks) {
		this.threads = new ExecutorThreads(virtual);
		CallerContext context = new CallerContext(parts, accessors, this::contextFailed);
		this.carrier = (task) -> context.carry(decorator.apply(task));
		this.listener = listener;
		this.rollbacks = rollbacks;
	}

	/**
	 * Creates an instance without executors and without context propagation.
	 * @param virtual whether tasks run on virtual threads
	 * @param decorator decorates each task
	 */
	public BoundedExecutors(boolean virtual, UnaryOperator<Runnable> decorator) {
		this(virtual, Set.of(), List.of(), decorator, LimiterListener.NONE, () -> 0);
	}

	/**
	 * Returns the interceptor that tells the executors which {@code @Async} method is
	 * called. It must be called directly before Spring's interceptor.
	 * @return the interceptor, which is thread-safe
	 */
	public static MethodInterceptor methodInterceptor() {
		return new AsyncMethodInterceptor();
	}

	/**
	 * Returns the interceptor that tells the executors that an {@code @Async} method
	 * runs. It must be called directly after Spring's interceptor.
	 * @return the interceptor, which is thread-safe
	 */
	public static MethodInterceptor bodyInterceptor() {
		return AsyncMethodInterceptor::begins;
	}

	private void contextFailed(Throwable fault) {
		this.contextFaults.increment();
		if (this.once.isFirst(fault.getClass())) {
			logger.warn("Could not propagate a part of the caller's context to a task, which runs without it", fault);
		}
	}

	/**
	 * Adds an executor.
	 * @param name the name of the executor
	 * @param settings the settings
	 * @param pool the connection pool whose executors share one concurrency limit,
	 * {@code null} for a separate limit
	 * @return the executor
	 */
	public BoundedExecutor add(String name, ExecutorSettings settings, @Nullable String pool) {
		return add(name, null, settings, pool);
	}

	/**
	 * Adds an executor.
	 * @param name the name of the executor
	 * @param threadNamePrefix the prefix of the names of its threads, {@code null} for
	 * one with the name of the executor
	 * @param settings the settings
	 * @param pool the connection pool whose executors share one concurrency limit,
	 * {@code null} for a separate limit
	 * @return the executor
	 */
	public BoundedExecutor add(String name, @Nullable String threadNamePrefix, ExecutorSettings settings,
			@Nullable String pool) {
		ConcurrencyLimit permits = (pool != null)
				? this.pools.computeIfAbsent(pool, (ignored) -> limit(settings.concurrencyLimit()))
				: limit(settings.concurrencyLimit());
		Executor threads = this.threads.named((threadNamePrefix != null) ? threadNamePrefix : "executor-" + name + "-");
		BoundedExecutor executor = new BoundedExecutor(name, settings, pool, permits,
				new ExecutorServices(this.admission, threads, this.threads.arePooled(), this.carrier, this.timer,
						this.listener, this.rollbacks));
		this.executors.put(name, executor);
		this.timer.scheduleAtFixedRate(executor::reportLost, PERIOD.toNanos(), PERIOD.toNanos(), TimeUnit.NANOSECONDS);
		return executor;
	}

	private ConcurrencyLimit limit(IntSupplier size) {
		ConcurrencyLimit limit = new ConcurrencyLimit(size, this.admission);
		this.limits.add(limit);
		return limit;
	}

	/**
	 * Returns all executors.
	 * @return the executors, in no particular order
	 */
	public Collection<BoundedExecutor> all() {
		return Collections.unmodifiableCollection(this.executors.values());
	}

	/**
	 * Creates a page mapper that uses threads of these executors.
	 * @param defaultExecutor the name of the executor to use by default; if it does not
	 * exist, pages are mapped by the caller alone
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
			throw new IllegalArgumentException("Unknown executor '" + name + "'; known executors: "
					+ this.executors.keySet().stream().sorted().collect(Collectors.joining(", ")));
		}
		return executor;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.executors.values().forEach((executor) -> new ExecutorMeters(executor).bindTo(registry));
		FunctionCounter.builder("perf.starter.async.context.faults", this.contextFaults, LongAdder::sum)
			.description("Failures to propagate a part of the caller's context to a task")
			.register(registry);
	}

	/**
	 * Accepts tasks again after a {@link #stop(Duration) stop}.
	 */
	public void start() {
		this.admission.open();
	}

	/**
	 * Returns whether new tasks are accepted.
	 * @return {@code false} from the start of the shutdown
	 */
	public boolean isOpen() {
		return this.admission.isOpen();
	}

	/**
	 * Rejects new tasks except those of running tasks, waits for the others to finish,
	 * then cancels queued tasks and interrupts running ones. Every future is completed,
	 * that of a task that has exceeded a timeout maybe a little later.
	 * @param drainTimeout the maximum time that tasks get to finish
	 */
	public void stop(Duration drainTimeout) {
		if (!this.admission.isOpen()) {
			return;
		}
		int inside = inside();
		this.admission.drain();
		boolean ended = await(drainTimeout);
		this.admission.close();
		List<String> waiting = ofEach(BoundedExecutor::cancelWaiting);
		List<String> running = new ArrayList<>(ofEach(BoundedExecutor::cancelRunning));
		if (!ended) {
			await(LAST_WAIT);
		}
		running.addAll(ofEach(BoundedExecutor::cancelledAtStart));
		if (!waiting.isEmpty() || !running.isEmpty()) {
			logger.warn("Executors closed before all tasks had ended: " + waiting.size() + " waiting tasks are lost"
					+ counted(waiting) + ", " + running.size() + " running ones were interrupted" + counted(running)
					+ ", " + inside() + " still run. Store work that must not be lost in a table.");
		}
		else if (inside > 0) {
			logger.info("Executors closed after the last " + inside + " tasks had ended");
		}
	}

	private List<String> ofEach(Function<BoundedExecutor, List<String>> names) {
		return this.executors.values().stream().map(names).flatMap(List::stream).toList();
	}

	private static String counted(List<String> names) {
		CountsByName tasks = new CountsByName();
		names.forEach(tasks::add);
		String counted = tasks.take();
		return (counted != null) ? " (" + counted + ")" : "";
	}

	int inside() {
		return this.limits.stream().mapToInt(ConcurrencyLimit::inside).sum();
	}

	/**
	 * Waits until no task runs or waits. If a task was accepted meanwhile, one limit may
	 * have become empty only because another one has not been, so all are looked at
	 * again.
	 */
	private boolean await(Duration time) {
		long end = System.nanoTime() + ExecutorSettings.nanos(time);
		try {
			long before;
			do {
				before = admitted();
				for (ConcurrencyLimit limit : this.limits) {
					if (!limit.awaitEmpty(end - System.nanoTime())) {
						return false;
					}
				}
			}
			while (admitted() != before);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	private long admitted() {
		return this.limits.stream().mapToLong(ConcurrencyLimit::admitted).sum();
	}

	@Override
	public void close() {
		stop(Duration.ZERO);
		this.executors.values().forEach(BoundedExecutor::reportLost);
		this.timer.shutdownNow();
		this.threads.close();
	}

}
