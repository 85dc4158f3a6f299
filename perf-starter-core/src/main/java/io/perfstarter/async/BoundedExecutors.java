package io.perfstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.perfstarter.support.LimiterListener;
import io.perfstarter.support.SilentRollbacks;
import io.perfstarter.support.SurroundingPostProcessor;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.context.SmartLifecycle;
import org.springframework.core.task.TaskDecorator;

/**
 * Creates all bounded executors of an application, logs them when all are created, and
 * shuts them down in order. Thread-safe.
 */
public final class BoundedExecutors implements MeterBinder, SmartInitializingSingleton, SmartLifecycle, AutoCloseable {

	private static final Log logger = LogFactory.getLog(BoundedExecutors.class);

	private static final long PAUSE_MILLIS = 5;

	private static final long LAST_WAIT = TimeUnit.SECONDS.toNanos(1);

	private final Map<String, BoundedTaskExecutor> executors = new ConcurrentHashMap<>();

	private final AtomicBoolean draining = new AtomicBoolean();

	private final Duration drainTimeout;

	final boolean virtual;

	final TaskDecorator decorator;

	final LimiterListener listener;

	final SilentRollbacks rollbacks;

	/**
	 * Creates an instance without executors.
	 * @param virtual whether tasks run on virtual threads
	 * @param drainTimeout the maximum time that tasks get to finish at the stop
	 * @param decorator decorates each task
	 * @param listener receives each wait for a place of an executor, on the thread that
	 * waits
	 * @param rollbacks counts silent rollbacks, after which tasks must not run
	 */
	public BoundedExecutors(boolean virtual, Duration drainTimeout, TaskDecorator decorator, LimiterListener listener,
			SilentRollbacks rollbacks) {
		this.virtual = virtual;
		this.drainTimeout = drainTimeout;
		this.decorator = decorator;
		this.listener = listener;
		this.rollbacks = rollbacks;
	}

	/**
	 * Creates an instance without executors that decorates no task.
	 * @param virtual whether tasks run on virtual threads
	 */
	public BoundedExecutors(boolean virtual) {
		this(virtual, Duration.ZERO, (task) -> task, LimiterListener.NONE, () -> 0);
	}

	/**
	 * Returns the post-processor that tells executors which {@code @Async} method a
	 * thread submits or runs.
	 * @return the post-processor
	 */
	public static SurroundingPostProcessor asyncMethods() {
		return new AsyncMethods();
	}

	/**
	 * Adds an executor.
	 * @param name the name of the executor
	 * @param settings the settings
	 * @param pool the connection pool that the limit follows, {@code null} for none
	 * @return the executor, to be initialized by the caller
	 */
	public BoundedTaskExecutor add(String name, ExecutorSettings settings, @Nullable String pool) {
		BoundedTaskExecutor executor = new BoundedTaskExecutor(name, settings, pool, this);
		this.executors.put(name, executor);
		return executor;
	}

	/**
	 * Returns all executors.
	 * @return the executors, in no particular order
	 */
	public Collection<BoundedTaskExecutor> all() {
		return Collections.unmodifiableCollection(this.executors.values());
	}

	/**
	 * Creates a page mapper that uses threads of these executors.
	 * @param defaultExecutor the executor for pages that name none, {@code null} if the
	 * caller maps these pages alone
	 * @return the mapper
	 */
	public PageMapper pageMapper(@Nullable String defaultExecutor) {
		return new PageMapper((name) -> find(name)::tryStart,
				(helper) -> defaultExecutor != null && find(defaultExecutor).tryStart(helper));
	}

	private BoundedTaskExecutor find(String name) {
		BoundedTaskExecutor executor = this.executors.get(name);
		if (executor == null) {
			throw new IllegalArgumentException("Unknown executor '" + name + "'; known executors: "
					+ this.executors.keySet().stream().sorted().collect(Collectors.joining(", ")));
		}
		return executor;
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.executors.values().forEach((executor) -> new ExecutorMeters(executor).bindTo(registry));
	}

	@Override
	public void afterSingletonsInstantiated() {
		if (!this.executors.isEmpty()) {
			logger.info("Executors: " + this.executors.values()
				.stream()
				.map(BoundedTaskExecutor::describe)
				.sorted()
				.collect(Collectors.joining(", ")));
		}
	}

	/**
	 * Stops after the last requests, because they submit tasks. Stops before the fan-out
	 * and the connection pools, because tasks evict entries and use connections.
	 */
	@Override
	public int getPhase() {
		return DEFAULT_PHASE - 1280;
	}

	/**
	 * Accepts tasks again after a {@link #stop() stop}.
	 */
	@Override
	public void start() {
		this.executors.values().forEach(BoundedTaskExecutor::reopen);
		this.draining.set(false);
	}

	/**
	 * Returns whether new tasks are accepted.
	 * @return {@code false} from the start of the shutdown
	 */
	@Override
	public boolean isRunning() {
		return !this.draining.get();
	}

	@Override
	public void stop() {
		stop(this.drainTimeout);
	}

	/**
	 * Rejects new tasks, except those that running tasks submit. Waits until all tasks
	 * have ended or the time is over. Cancels queued tasks, interrupts running tasks, and
	 * completes every future.
	 * @param drainTimeout the maximum time that tasks get to finish
	 */
	public void stop(Duration drainTimeout) {
		long inside = inside();
		if (!this.draining.compareAndSet(false, true)) {
			return;
		}
		awaitIdle(System.nanoTime() + TimeUnit.NANOSECONDS.convert(drainTimeout));
		List<String> waiting = ofEach(BoundedTaskExecutor::cancelWaiting);
		List<String> running = cancelRunning(System.nanoTime() + LAST_WAIT);
		if (!waiting.isEmpty() || !running.isEmpty()) {
			logger.warn("Executors closed before all tasks had ended: " + waiting.size() + " waiting tasks are lost"
					+ inBrackets(waiting) + ", " + running.size() + " running ones were interrupted"
					+ inBrackets(running) + ", " + inside()
					+ " still run. Store work that must not be lost in a table.");
		}
		else if (inside > 0) {
			logger.info("Executors closed after the last " + inside + " tasks had ended");
		}
	}

	/**
	 * Waits until no task runs or waits. Neither count includes a task between the queue
	 * and its thread. So no task must have ended between two checks.
	 */
	private void awaitIdle(long end) {
		long before = -1;
		long now = ended();
		try {
			while ((inside() > 0 || now != before) && System.nanoTime() - end < 0) {
				Thread.sleep(PAUSE_MILLIS);
				before = now;
				now = ended();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	/**
	 * Interrupts running tasks repeatedly, because a task that has left the queue may
	 * start late.
	 * @return the names of the tasks
	 */
	private List<String> cancelRunning(long end) {
		List<String> names = new ArrayList<>();
		try {
			boolean ended = false;
			while (!ended && System.nanoTime() - end < 0) {
				names.addAll(ofEach(BoundedTaskExecutor::cancelRunning));
				ended = true;
				for (BoundedTaskExecutor executor : this.executors.values()) {
					ended &= executor.awaitEnd(PAUSE_MILLIS);
				}
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		return names;
	}

	private List<String> ofEach(Function<BoundedTaskExecutor, List<String>> names) {
		return this.executors.values().stream().map(names).flatMap(List::stream).toList();
	}

	private static String inBrackets(List<String> names) {
		String counts = counted(names.stream()
			.collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting())));
		return (!counts.isEmpty()) ? " (" + counts + ")" : "";
	}

	static String counted(Map<String, Long> tasks) {
		return tasks.entrySet()
			.stream()
			.filter((task) -> task.getValue() > 0)
			.map((task) -> task.getValue() + " x " + task.getKey())
			.collect(Collectors.joining(", "));
	}

	long inside() {
		return sum(BoundedTaskExecutor::inside);
	}

	private long ended() {
		return sum(BoundedTaskExecutor::ended);
	}

	private long sum(ToLongFunction<BoundedTaskExecutor> figure) {
		return this.executors.values().stream().mapToLong(figure).sum();
	}

	@Override
	public void close() {
		stop(Duration.ZERO);
		this.executors.values().forEach(BoundedTaskExecutor::reportLost);
	}

}
