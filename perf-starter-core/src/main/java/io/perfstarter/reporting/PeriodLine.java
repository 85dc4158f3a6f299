package io.perfstarter.reporting;

import java.time.Duration;
import java.util.Locale;
import java.util.StringJoiner;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ExecutorWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.Window;

/**
 * Formats a period as one line of keys and values.
 */
final class PeriodLine {

	private final StringJoiner groups = new StringJoiner(" | ");

	private PeriodLine() {
	}

	static String of(Window window) {
		PeriodLine line = new PeriodLine();
		line.requests(window.length(), window.requests());
		window.pools().forEach(line::pool);
		line.machine(window.length(), window.machine());
		if (window.threads() != null) {
			line.threads(window.threads());
		}
		window.caches().forEach(line::cache);
		window.executors().forEach(line::executor);
		window.limiters().forEach(line::limiter);
		return line.groups.toString();
	}

	private void requests(Duration length, RequestsWindow requests) {
		boolean any = requests.count() > 0;
		group("period=%s requests=%s p50=%s p99=%s slow=%s", period(length), LogFigures.number(requests.count()),
				(any) ? LogFigures.millis(requests.p50()) : LogFigures.NOT_MEASURED,
				(any) ? LogFigures.millis(requests.p99()) : LogFigures.NOT_MEASURED,
				LogFigures.number(requests.slow()));
	}

	private void pool(PoolWindow pool) {
		group("pool=%s active=%d/%s peak=%d waiting=%d wait-max=%s refused=%d lease-p95=%s sql=%s", pool.name(),
				pool.active(), LogFigures.number(pool.max()), pool.peak(), pool.waiting(),
				LogFigures.millis(pool.longestWait()), pool.refused(),
				(pool.usages() > 0) ? LogFigures.millis(pool.usageP95()) : LogFigures.NOT_MEASURED,
				(pool.borrowedNanos() > 0) ? LogFigures.percent(pool.sqlShare(), 0) : LogFigures.NOT_MEASURED);
	}

	private void machine(Duration length, MachineWindow machine) {
		double stopped = (machine.stopped() < 0) ? Double.NaN : (double) machine.stopped() / length.toNanos();
		group("gc=%s pauses=%d stw=%s longest=%s live=%s/%s", machine.gc().collector(), machine.gc().pauses(),
				LogFigures.percent(stopped, 1), LogFigures.millis(machine.gc().longestPause()),
				LogFigures.megabytes(machine.gc().live()), LogFigures.megabytes(machine.gc().maxHeap()));
		group("cpu=%s/%s throttled=%s", LogFigures.number(machine.cpu().process()),
				LogFigures.number(machine.cpu().processors()), LogFigures.percent(machine.cpu().throttled(), 1));
	}

	private void threads(ThreadsWindow threads) {
		group("threads-peak=%d/%d queued-peak=%d", threads.busyPeak(), threads.max(), threads.queuedPeak());
	}

	private void cache(CacheWindow cache) {
		group("cache=%s hits=%d misses=%d hit-rate=%s evictions=%d size=%d", cache.name(), cache.hits(), cache.misses(),
				LogFigures.percent(cache.hitRate(), 2), cache.evictions(), cache.size());
	}

	private void executor(ExecutorWindow executor) {
		group("executor=%s active=%d/%d waiting=%d lost=%d", executor.name(), executor.active(), executor.permits(),
				executor.waiting(), executor.lost());
	}

	private void limiter(LimiterWindow limiter) {
		group("limiter=%s active=%d/%d waiting=%d refused=%d waits=%d wait-mean=%s", limiter.name(), limiter.active(),
				limiter.limit(), limiter.waiting(), limiter.refused(), limiter.waits(),
				LogFigures.millis(limiter.meanWait()));
	}

	private void group(String pattern, Object... figures) {
		this.groups.add(String.format(Locale.ROOT, pattern, figures));
	}

	/**
	 * Formats the length in seconds, or in milliseconds below one second.
	 */
	private static String period(Duration length) {
		return (length.toSeconds() > 0) ? Math.round(length.toMillis() / 1e3) + "s" : length.toMillis() + "ms";
	}

}
