package io.perfstarter.boundary;

import java.util.Locale;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.perfstarter.jdbc.ApplicationCode;
import io.perfstarter.jdbc.Once;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * Names the connections that are held for long without a statement, with what their
 * threads do meanwhile: remote calls that nobody observes, for instance. Thread-safe.
 */
final class IdleWatch implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(IdleWatch.class);

	private static final int FRAMES = 40;

	private static final long SHORTEST_PERIOD = TimeUnit.MILLISECONDS.toNanos(50);

	private final HeldConnections connections;

	private final long threshold;

	private final LongSupplier clock;

	private final Once once = new Once();

	private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor((task) -> {
		Thread thread = new Thread(task, "perf-starter-boundary-watch");
		thread.setDaemon(true);
		return thread;
	});

	/**
	 * Creates a watch that does nothing yet.
	 * @param connections what is held
	 * @param threshold from which time on it is named, in nanoseconds
	 * @param clock {@link System#nanoTime()}
	 */
	IdleWatch(HeldConnections connections, long threshold, LongSupplier clock) {
		this.connections = connections;
		this.threshold = threshold;
		this.clock = clock;
	}

	void start() {
		long period = Math.max(SHORTEST_PERIOD, this.threshold / 2);
		this.executor.scheduleWithFixedDelay(this::lookAround, period, period, TimeUnit.NANOSECONDS);
	}

	private void lookAround() {
		try {
			for (Hold hold : this.connections.all()) {
				long idle = hold.idleFor(this.clock.getAsLong());
				if (idle >= this.threshold) {
					report(hold, idle);
				}
			}
		}
		catch (RuntimeException ex) {
			if (this.once.isFirst(ex.getClass())) {
				logger.warn("The watch over held connections failed and goes on", ex);
			}
		}
	}

	private void report(Hold hold, long idle) {
		Thread owner = hold.owner();
		StackTraceElement[] stack = owner.getStackTrace();
		// Given back in the meantime, so that the stack shows something else.
		if (hold.isReturned()) {
			return;
		}
		if (this.once.isFirst(new Finding(hold.holder(), ApplicationCode.nearestLine(stack)))) {
			logger.warn(String.format(Locale.ROOT,
					"%s holds a connection of pool '%s' for %.1f s and has not used it for %.1f s. Its thread '%s' is at%n%s",
					hold.holder(), hold.lease().pool(), hold.heldFor(this.clock.getAsLong()) / 1e9, idle / 1e9,
					owner.getName(),
					Stream.of(stack)
						.limit(FRAMES)
						.map((element) -> "\tat " + element)
						.collect(Collectors.joining(System.lineSeparator()))));
		}
	}

	@Override
	public void close() {
		this.executor.shutdownNow();
	}

	/**
	 * What is said once.
	 *
	 * @param holder whose transaction
	 * @param line where it is, if that is known
	 */
	private record Finding(String holder, @Nullable String line) {
	}

}
