package io.perfstarter.reporting;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

import io.perfstarter.reporting.rules.Verdicts;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.CpuWindow;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Formats one line of keys and values for a period with a figure outside its usual range.
 * The usual range of a figure covers its values in the last ten periods, and all harmless
 * values. Confined to one thread.
 */
final class PeriodLine {

	/**
	 * Maximum number of characters.
	 */
	static final int LENGTH = 250;

	/**
	 * Number of periods that show what is usual.
	 */
	static final int PERIODS = 10;

	// Minimum ratio of an unusual level to the highest level of these periods.
	private static final double UNUSUAL = 1.5;

	// Figures that are worth a look: a wait, a share of pauses or throttling, and a share
	// of misses.
	private static final double WAIT = TimeUnit.MILLISECONDS.toNanos(100);

	private static final double STOPPED = 0.05;

	private static final double MISSED = 0.5;

	private static final int SOME_READS = 10;

	private static final String SEPARATOR = " | ";

	private static final String MORE = SEPARATOR + "…";

	private final Deque<Map<String, Double>> before = new ArrayDeque<>();

	/**
	 * Formats a period.
	 * @param window the period that follows the one of the last call
	 * @return the line, {@code null} if everything is in its usual range
	 */
	@Nullable String of(Window window) {
		List<Group> groups = groups(window);
		List<Group> unusual = groups.stream()
			.filter(this::isUnusual)
			.sorted(Comparator.comparingDouble(Group::level).reversed())
			.toList();
		this.before.addLast(groups.stream().collect(Collectors.toMap(Group::name, Group::level, Math::max)));
		if (this.before.size() > PERIODS) {
			this.before.removeFirst();
		}
		return unusual.isEmpty() ? null : line(groups.get(0), unusual);
	}

	private boolean isUnusual(Group group) {
		double usual = this.before.stream()
			.mapToDouble((levels) -> levels.getOrDefault(group.name(), 0.0))
			.max()
			.orElse(0);
		return group.level() >= 1 && group.level() >= UNUSUAL * usual;
	}

	private static String line(Group requests, List<Group> unusual) {
		StringBuilder line = new StringBuilder(requests.text());
		for (Group group : unusual) {
			if (group.name().equals(requests.name())) {
				continue;
			}
			if (line.length() + SEPARATOR.length() + group.text().length() + MORE.length() > LENGTH) {
				return line.append(MORE).toString();
			}
			line.append(SEPARATOR).append(group.text());
		}
		return line.toString();
	}

	private static List<Group> groups(Window window) {
		List<Group> groups = new ArrayList<>();
		groups.add(requests(window.length(), window.requests()));
		window.pools().forEach((pool) -> groups.add(pool(pool)));
		groups.add(gc(window.length(), window.machine()));
		groups.add(cpu(window.machine()));
		if (window.threads() != null) {
			groups.add(group("threads", (double) window.threads().busyPeak() / window.threads().max() / CpuWindow.BUSY,
					"threads-peak=%d/%d queued-peak=%d", window.threads().busyPeak(), window.threads().max(),
					window.threads().queuedPeak()));
		}
		window.caches().forEach((cache) -> groups.add(cache(cache)));
		window.executors().forEach((executor) -> groups.add(executor(executor)));
		window.limiters().forEach((limiter) -> groups.add(limiter(limiter)));
		return groups;
	}

	private static Group requests(Duration length, RequestsWindow requests) {
		boolean any = requests.count() > 0;
		return group("requests", Verdicts.slowness(requests), "period=%s requests=%s p50=%s p99=%s slow=%s",
				period(length), LogFigures.number(requests.count()),
				any ? LogFigures.millis(requests.p50()) : LogFigures.NOT_MEASURED,
				any ? LogFigures.millis(requests.p99()) : LogFigures.NOT_MEASURED, LogFigures.number(requests.slow()));
	}

	private static Group pool(PoolWindow pool) {
		return group("pool=" + pool.name(), worst(pool.longestWait() / WAIT, pool.refused(), pool.leaks().size()),
				"pool=%s peak=%d/%s waiting=%d wait-max=%s refused=%d sql=%s", pool.name(), pool.peak(),
				LogFigures.number(pool.max()), pool.waiting(), LogFigures.millis(pool.longestWait()), pool.refused(),
				(pool.borrowedNanos() > 0) ? LogFigures.percent(pool.sqlShare(), 0) : LogFigures.NOT_MEASURED);
	}

	private static Group gc(Duration length, MachineWindow machine) {
		double stopped = (machine.stopped() < 0) ? Double.NaN : (double) machine.stopped() / length.toNanos();
		return group("gc", stopped / STOPPED, "gc=%s stw=%s longest=%s live=%s/%s", machine.gc().collector(),
				LogFigures.percent(stopped, 1), LogFigures.millis(machine.gc().longestPause()),
				LogFigures.megabytes(machine.gc().live()), LogFigures.megabytes(machine.gc().maxHeap()));
	}

	private static Group cpu(MachineWindow machine) {
		double busy = machine.cpu().process() / machine.cpu().processors();
		return group("cpu", worst(busy / CpuWindow.BUSY, machine.cpu().throttled() / STOPPED), "cpu=%s/%s throttled=%s",
				LogFigures.number(machine.cpu().process()), LogFigures.number(machine.cpu().processors()),
				LogFigures.percent(machine.cpu().throttled(), 1));
	}

	private static Group cache(CacheWindow cache) {
		boolean some = cache.hits() + cache.misses() >= SOME_READS;
		return group("cache=" + cache.name(), some ? (1 - cache.hitRate()) / MISSED : 0,
				"cache=%s hit-rate=%s evictions=%d size=%d", cache.name(), LogFigures.percent(cache.hitRate(), 2),
				cache.evictions(), cache.size());
	}

	private static Group executor(LimiterWindow executor) {
		return group("executor=" + executor.name(),
				worst(executor.refused(), (double) executor.waiting() / executor.limit()),
				"executor=%s active=%d/%d waiting=%d lost=%d", executor.name(), executor.active(), executor.limit(),
				executor.waiting(), executor.refused());
	}

	private static Group limiter(LimiterWindow limiter) {
		return group("limiter=" + limiter.name(), worst(limiter.refused(), limiter.mean() / WAIT),
				"limiter=%s active=%d/%d waiting=%d refused=%d wait-mean=%s", limiter.name(), limiter.active(),
				limiter.limit(), limiter.waiting(), limiter.refused(), LogFigures.millis(limiter.mean()));
	}

	private static Group group(String name, double level, String pattern, Object... figures) {
		return new Group(name, worst(level), String.format(Locale.ROOT, pattern, figures));
	}

	/**
	 * Returns the highest level. Figures that were not measured do not count.
	 */
	private static double worst(double... levels) {
		return DoubleStream.of(levels).filter((level) -> !Double.isNaN(level)).max().orElse(0);
	}

	/**
	 * Formats the length in seconds, or in milliseconds below one second.
	 */
	private static String period(Duration length) {
		return (length.toSeconds() > 0) ? Math.round(length.toMillis() / 1e3) + "s" : length.toMillis() + "ms";
	}

	/**
	 * Figures of a period that belong together.
	 *
	 * @param name what they are about
	 * @param level how high they are: 1 is worth a look
	 * @param text the figures
	 */
	private record Group(String name, double level, String text) {

	}

}
