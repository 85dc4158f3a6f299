package io.perfstarter.reporting.page;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

import io.perfstarter.reporting.page.TimeChart.Line;
import io.perfstarter.reporting.page.TimeChart.Scale;
import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.ExecutorWindow;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.LimiterWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.Window;

/**
 * Shows the periods of the last hour: verdicts, requests, pools, the JVM, caches,
 * executors and limiters.
 *
 * @param timeline the periods
 */
record HourPanel(Timeline timeline) {

	private static final int POOLS = 3;

	private static final int CACHES = 4;

	private static final int ROWS = 20;

	private static final int LEAKS = 5;

	private static final int NAME = 60;

	private static final int LEAK = 200;

	void writeTo(Html html) {
		if (this.timeline.isEmpty()) {
			html.section("hour", "History").element("p", "No period has ended yet.").close();
			return;
		}
		html.section("hour", "Last " + Figures.time(this.timeline.length().toNanos()));
		new VerdictStrip(this.timeline).writeTo(html);
		Window newest = this.timeline.newest();
		writeTo(html, "Requests", requests());
		newest.pools()
			.stream()
			.sorted(Comparator.comparing(PoolWindow::longestWait).reversed())
			.limit(POOLS)
			.forEach((pool) -> writeTo(html, pool));
		html.notShown(newest.pools().size() - POOLS, "pool");
		writeTo(html, "JVM and processors", machine());
		if (!newest.caches().isEmpty()) {
			writeTo(html, "Caches", List.of(hitRates(newest.caches())));
			html.notShown(newest.caches().size() - CACHES, "cache");
		}
		writeTo(html, "Executors", List.of("executor", "concurrency limit", "active", "waiting", "rejected"),
				newest.executors(), HourPanel::row);
		writeTo(html, "Limiters",
				List.of("limiter", "concurrency limit", "why", "active", "waiting", "rejected", "waits", "mean wait"),
				newest.limiters(), HourPanel::row);
		html.close();
	}

	private void writeTo(Html html, PoolWindow pool) {
		writeTo(html, "Pool " + Figures.shortened(pool.name(), NAME), pool(pool.name()));
		if (!pool.leaks().isEmpty()) {
			html.element("p", "Leak candidates (borrowed, unused, not returned):").open("ul");
			pool.leaks().stream().limit(LEAKS).forEach((leak) -> html.element("li", Figures.shortened(leak, LEAK)));
			html.close().notShown(pool.leaks().size() - LEAKS, "leak");
		}
	}

	private static void writeTo(Html html, String title, List<TimeChart> charts) {
		html.element("h3", title).open("div", "class", "charts");
		charts.forEach((chart) -> chart.writeTo(html));
		html.close();
	}

	private static <T> void writeTo(Html html, String title, List<String> columns, List<T> all,
			Function<T, List<String>> row) {
		if (!all.isEmpty()) {
			html.element("h3", title).scroll("div", title);
			new DataTable(title, columns, all.stream().limit(ROWS).map(row).toList()).writeTo(html);
			html.close().notShown(all.size() - ROWS, columns.get(0));
		}
	}

	private List<TimeChart> requests() {
		return List.of(
				chart("Response times", Scale.TIME,
						line("p99", (window) -> answered(window) ? window.requests().p99() : Double.NaN),
						line("p50", (window) -> answered(window) ? window.requests().p50() : Double.NaN)),
				chart("Slow requests", Scale.COUNT, line("slow", (window) -> window.requests().slow())));
	}

	private static boolean answered(Window window) {
		return window.requests().count() != 0;
	}

	private List<TimeChart> pool(String name) {
		return List.of(
				chart("Connections", Scale.COUNT, line("peak active", ofPool(name, PoolWindow::peak)),
						line("size", ofPool(name, PoolWindow::max))),
				chart("Longest wait for a connection", Scale.TIME,
						line("longest wait", ofPool(name, PoolWindow::longestWait))));
	}

	private static ToDoubleFunction<Window> ofPool(String name, ToDoubleFunction<PoolWindow> value) {
		return of(name, Window::pools, PoolWindow::name, value);
	}

	private List<TimeChart> machine() {
		return List.of(chart("JVM paused", Scale.SHARE, line("paused", NowPanel::stopped)),
				chart("Heap after collections", Scale.BYTES, line("live set", (window) -> window.machine().gc().live()),
						line("maximum heap", (window) -> window.machine().gc().maxHeap())),
				chart("Processors", Scale.COUNT,
						line("used by this process", (window) -> window.machine().cpu().process()),
						line("allowed", (window) -> window.machine().cpu().processors())));
	}

	private TimeChart hitRates(List<CacheWindow> caches) {
		return chart("Hit rate", Scale.SHARE,
				caches.stream()
					.sorted(Comparator.comparing((CacheWindow cache) -> cache.hits() + cache.misses()).reversed())
					.limit(CACHES)
					.map((cache) -> line(Figures.shortened(cache.name(), NAME),
							of(cache.name(), Window::caches, CacheWindow::name, CacheWindow::hitRate)))
					.toArray(Line[]::new));
	}

	private static <T> ToDoubleFunction<Window> of(String name, Function<Window, List<T>> those,
			Function<T, String> nameOf, ToDoubleFunction<T> value) {
		return (window) -> those.apply(window)
			.stream()
			.filter((one) -> nameOf.apply(one).equals(name))
			.mapToDouble(value)
			.findFirst()
			.orElse(Double.NaN);
	}

	private TimeChart chart(String title, Scale scale, Line... lines) {
		return new TimeChart(title, this.timeline, scale, List.of(lines));
	}

	private Line line(String name, ToDoubleFunction<Window> value) {
		return new Line(name, this.timeline.values(value));
	}

	private static List<String> row(LimiterWindow limiter) {
		return List.of(Figures.shortened(limiter.name(), NAME), "" + limiter.limit(),
				(limiter.reason() != null) ? limiter.reason() : "fixed", "" + limiter.active(), "" + limiter.waiting(),
				"" + limiter.refused(), "" + limiter.waits(), Figures.time(limiter.meanWait()));
	}

	private static List<String> row(ExecutorWindow executor) {
		return List.of(Figures.shortened(executor.name(), NAME), "" + executor.permits(), "" + executor.active(),
				"" + executor.waiting(), "" + executor.lost());
	}

}
