package io.perfstarter.async;

import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * All lanes, from the first task to the orderly end. Thread-safe.
 */
public final class Lanes implements MeterBinder, AutoCloseable {

	private static final Log logger = LogFactory.getLog(Lanes.class);

	private static final Duration PERIOD = Duration.ofSeconds(30);

	private static final Duration LAST_WAIT = Duration.ofSeconds(1);

	private final Map<String, Lane> lanes = new ConcurrentHashMap<>();

	private final Map<String, Permits> pools = new ConcurrentHashMap<>();

	private final Entrance entrance = new Entrance();

	private final LaneThreads threads;

	private final UnaryOperator<Runnable> carrier;

	private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, (task) -> {
		Thread thread = new Thread(task, "perf-starter-async-timer");
		thread.setDaemon(true);
		return thread;
	});

	/**
	 * Begins without any.
	 * @param virtual whether tasks run in virtual threads
	 * @param carrier takes along what a task is to see of the caller's thread
	 */
	public Lanes(boolean virtual, UnaryOperator<Runnable> carrier) {
		this.threads = new LaneThreads(virtual);
		this.carrier = carrier;
		this.timer.setRemoveOnCancelPolicy(true);
	}

	/**
	 * Adds a lane.
	 * @param name what it is called
	 * @param settings what it is like
	 * @param pool with the lanes of which pool of connections it shares its permits,
	 * {@code null} if it has its own
	 * @return the lane
	 */
	public Lane add(String name, LaneSettings settings, @Nullable String pool) {
		Permits permits = (pool != null)
				? this.pools.computeIfAbsent(pool, (ignored) -> new Permits(settings.permits()))
				: new Permits(settings.permits());
		Executor threads = this.threads.named(name);
		Lane lane = new Lane(name, settings, permits,
				new LaneSurroundings(this.entrance, threads, this.carrier, this.timer));
		this.lanes.put(name, lane);
		CapacityReport report = new CapacityReport(lane, System::nanoTime);
		this.timer.scheduleAtFixedRate(() -> report(report), PERIOD.toNanos(), PERIOD.toNanos(), TimeUnit.NANOSECONDS);
		return lane;
	}

	private static void report(CapacityReport report) {
		try {
			String line = report.next();
			if (line != null) {
				logger.warn(line);
			}
		}
		catch (RuntimeException ex) {
			logger.debug("A period of a lane was not reported", ex);
		}
	}

	/**
	 * All that were added.
	 * @return the lanes, in no order
	 */
	public Collection<Lane> all() {
		return Collections.unmodifiableCollection(this.lanes.values());
	}

	@Override
	public void bindTo(MeterRegistry registry) {
		this.lanes.values().forEach((lane) -> new LaneMeters(lane).bindTo(registry));
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
	 * Refuses what comes from outside, lets the lanes run empty, ends what still waits
	 * and interrupts what still runs; no future is left incomplete.
	 * @param drainTimeout for how long at most the lanes may run on
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
			waiting = this.lanes.values().stream().mapToInt(Lane::cancelWaiting).sum();
			running = this.lanes.values().stream().mapToInt(Lane::cancelRunning).sum();
			await(LAST_WAIT);
		}
		this.entrance.close();
		if (inside > 0) {
			logger.info("Lanes are closed: of " + inside + " tasks and what these have submitted, " + waiting
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
