package io.perfstarter.reporting.page;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.MachineWindow;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ThreadsWindow;
import io.perfstarter.reporting.window.Window;
import org.jspecify.annotations.Nullable;

/**
 * Shows the current cause of slow requests, its remedy, and the figures of the last
 * period.
 *
 * @param timeline the periods
 */
record NowPanel(Timeline timeline) {

	private static final int SUBJECT = 160;

	void writeTo(Html html) {
		html.open("section", "id", "now", "aria-labelledby", "now-title", "class",
				(this.timeline.verdict() != null) ? "now slow" : "now healthy");
		html.element("h2", "Now", "id", "now-title", "class", "unseen");
		if (this.timeline.isEmpty()) {
			html.element("p", "Nothing has been measured yet.", "class", "headline");
			html.element("p", "The first period has not ended. Reload the page in a moment.");
		}
		else {
			html.element("p", Figures.shortened(this.timeline.headline(), SUBJECT) + ".", "class", "headline");
			writeVerdictTo(html, this.timeline.verdict());
			writeTilesTo(html, this.timeline.newest());
		}
		html.close();
	}

	private void writeVerdictTo(Html html, @Nullable Verdict verdict) {
		RequestsWindow requests = this.timeline.newest().requests();
		if (verdict == null) {
			html.element("p", this.timeline.slowRequests());
			return;
		}
		html.open("p", "class", "todo").element("b", "What to do: ").text(verdict.remedy()).close();
		html.open("p")
			.text(verdict.evidence() + " ")
			.element("span", explains(verdict, requests), "class", "quiet")
			.close();
		html.open("p", "class", "quiet").text(this.timeline.slowRequests());
		if (!requests.slowestRoute().isEmpty()) {
			html.text(" Most of the slow time was spent in ").element("code", requests.slowestRoute()).text(".");
		}
		html.close();
		writeSlowBreakdownTo(html, requests.slowFigures());
		if (!verdict.others().isEmpty()) {
			html.element("h3", "Also").open("ul");
			for (Verdict other : verdict.others()) {
				html.open("li").element("b", Figures.shortened(other.headline(), SUBJECT) + ". ");
				html.text(other.evidence() + " " + other.remedy() + " ");
				html.element("span", explains(other, requests), "class", "quiet").close();
			}
			html.close();
		}
	}

	private static void writeSlowBreakdownTo(Html html, RequestFigures figures) {
		if (figures.breakdown().total() != 0) {
			StackedBar bar = new StackedBar(figures.breakdown());
			html.element("h3", "Time breakdown of the slow requests");
			bar.writeTo(html);
			html.element("p", bar.words());
			DataTable.costs(figures).forEach((table) -> table.writeCollapsedTo(html));
		}
	}

	private static String explains(Verdict verdict, RequestsWindow requests) {
		return !requests.counted() ? verdict.cause() + "."
				: verdict.cause() + " explains " + Figures.percent(verdict.share()) + " of the slow time.";
	}

	private static void writeTilesTo(Html html, Window window) {
		RequestsWindow requests = window.requests();
		MachineWindow machine = window.machine();
		double seconds = window.length().toMillis() / 1000.0;
		html.open("dl", "class", "tiles");
		if (requests.counted()) {
			tile(html, "requests", Figures.count(requests.count() / seconds) + "/s",
					"p50 " + time(requests, requests.p50()) + ", p99 " + time(requests, requests.p99()));
			tile(html, "slow", Figures.count(requests.slow()), "of " + requests.count());
		}
		window.pools().stream().limit(2).forEach((pool) -> tile(html, pool));
		tile(html, "JVM paused", Figures.percent(stopped(window)),
				machine.gc().collector() + ", longest " + Figures.time(machine.gc().longestPause()));
		tile(html, "heap", Figures.bytes(machine.gc().live()), "live set, of " + Figures.bytes(machine.gc().maxHeap()));
		tile(html, "processors", Figures.count(machine.cpu().process()),
				"used, of " + Figures.count(machine.cpu().processors()) + ", throttled "
						+ Figures.percent(machine.cpu().throttled()));
		ThreadsWindow threads = window.threads();
		tile(html, "threads", (threads != null) ? String.valueOf(threads.busyPeak()) : Figures.NOT_MEASURED,
				(threads != null) ? "peak busy, of " + threads.max() + ", peak queued " + threads.queuedPeak()
						: "not known");
		html.close();
		if (machine.suspended()) {
			html.element("p", "The whole process was suspended in the last period; its times are not valid.");
		}
	}

	private static void tile(Html html, PoolWindow pool) {
		tile(html, "pool " + Figures.shortened(pool.name(), 40), String.valueOf(pool.peak()),
				"peak active, of " + Figures.count(pool.max()) + ", longest wait " + Figures.time(pool.longestWait()));
	}

	private static void tile(Html html, String name, String figure, String more) {
		html.open("div").element("dt", name).open("dd").element("b", figure).text(" " + more).close().close();
	}

	private static String time(RequestsWindow requests, long nanos) {
		return (requests.count() != 0) ? Figures.time(nanos) : Figures.NOT_MEASURED;
	}

	static double stopped(Window window) {
		long stopped = window.machine().stopped();
		return (stopped >= 0) ? (double) stopped / window.length().toNanos() : Double.NaN;
	}

}
