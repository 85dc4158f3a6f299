package io.perfstarter.boundary.connection;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.jdbc.ConnectionUsage;
import io.perfstarter.jdbc.ConnectionUsages;
import io.perfstarter.support.ApplicationCode;
import io.perfstarter.support.DaemonThreads;
import io.perfstarter.support.LogOnce;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Periodically logs connections that are held idle for long, with the stack of the thread
 * that holds them. The stack also shows remote calls of unobserved clients. Thread-safe.
 */
final class IdleConnectionMonitor {

	private static final Log logger = LogFactory.getLog(IdleConnectionMonitor.class);

	private static final int FRAMES = 40;

	private static final long SHORTEST_PERIOD = TimeUnit.MILLISECONDS.toNanos(50);

	private final ConnectionUsages usages;

	private final long threshold;

	private final ApplicationCode application;

	private final LogOnce once = new LogOnce();

	// The usages that were idle at the last check. Confined to the scheduler's thread.
	private Set<ConnectionUsage> idle = Set.of();

	// Guarded by this; null while the monitor is stopped.
	private @Nullable ScheduledExecutorService scheduler;

	/**
	 * Creates a monitor that is not started.
	 * @param usages the borrowed connections
	 * @param threshold the idle time in nanoseconds from which a connection is logged
	 * @param application finds the source lines that tell findings apart
	 */
	IdleConnectionMonitor(ConnectionUsages usages, long threshold, ApplicationCode application) {
		this.usages = usages;
		this.threshold = threshold;
		this.application = application;
	}

	synchronized void start() {
		long period = Math.max(SHORTEST_PERIOD, this.threshold / 2);
		ScheduledExecutorService scheduler = DaemonThreads.timer("boundary-watch");
		scheduler.scheduleWithFixedDelay(this::checkConnections, period, period, TimeUnit.NANOSECONDS);
		this.scheduler = scheduler;
	}

	synchronized boolean isRunning() {
		return this.scheduler != null;
	}

	private void checkConnections() {
		try {
			Set<ConnectionUsage> idleNow = new HashSet<>();
			for (ConnectionUsage usage : this.usages.all()) {
				long idle = usage.idleNanos();
				if (idle >= this.threshold && idleNow.add(usage) && !this.idle.contains(usage)) {
					report(usage, idle);
				}
			}
			this.idle = idleNow;
		}
		catch (RuntimeException ex) {
			if (this.once.isFirst(ex.getClass())) {
				logger.warn("The check for idle connections failed and will be repeated", ex);
			}
		}
	}

	private void report(ConnectionUsage usage, long idle) {
		Thread holder = usage.holder();
		StackTraceElement[] stack = (holder != null) ? holder.getStackTrace() : new StackTraceElement[0];
		// If the connection was returned meanwhile, the stack shows something else.
		if (usage.isReturned() || usage.isKept()) {
			return;
		}
		if (this.once.isFirst(RemoteCallDetector.holder(usage) + " at " + this.application.nearestLine(stack))) {
			logger.warn(String.format(Locale.ROOT,
					"%s has held a connection of pool '%s' for %.1f s and has not used it for %.1f s. %s",
					RemoteCallDetector.holder(usage), usage.pool(), usage.heldNanos() / 1e9, idle / 1e9,
					explanation(holder, stack)));
		}
	}

	private static String explanation(@Nullable Thread holder, StackTraceElement[] stack) {
		if (holder == null) {
			return "The request continues asynchronously, and spring.jpa.open-in-view keeps the connection until "
					+ "the request ends: set it to false";
		}
		if (stack.length == 0) {
			return "Thread '" + holder.getName() + "' held it and has ended: a call of close() is missing";
		}
		return "Thread '" + holder.getName() + "' holds it and runs the following code. If this code needs no "
				+ "connection, a call of close() is missing:"
				+ Stream.of(stack)
					.limit(FRAMES)
					.map((element) -> System.lineSeparator() + "\tat " + element)
					.collect(Collectors.joining());
	}

	synchronized void stop() {
		ScheduledExecutorService scheduler = this.scheduler;
		this.scheduler = null;
		if (scheduler != null) {
			scheduler.shutdownNow();
		}
	}

}
