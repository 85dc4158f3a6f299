package io.perfstarter.reporting;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Logs its lines at INFO once each period, on a daemon thread of its own that
 * {@link #close()} stops.
 */
public final class PeriodReport implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(PeriodReport.class);

	private final ScheduledThreadPoolExecutor scheduler;

	private final Supplier<List<String>> lines;

	/**
	 * Starts to report.
	 * @param period the time from one report to the next, greater than zero
	 * @param lines the lines of a period, asked for once at its end
	 */
	public PeriodReport(Duration period, Supplier<List<String>> lines) {
		this.lines = lines;
		this.scheduler = new ScheduledThreadPoolExecutor(1, (task) -> {
			Thread thread = new Thread(task, "perf-starter-reporting");
			thread.setDaemon(true);
			return thread;
		});
		this.scheduler.scheduleAtFixedRate(this::report, period.toMillis(), period.toMillis(), TimeUnit.MILLISECONDS);
	}

	private void report() {
		try {
			this.lines.get().forEach(logger::info);
		}
		catch (RuntimeException ex) {
			// An exception would end the schedule without a word.
			logger.error("The report of this period failed", ex);
		}
	}

	@Override
	public void close() {
		this.scheduler.shutdownNow();
	}

}
