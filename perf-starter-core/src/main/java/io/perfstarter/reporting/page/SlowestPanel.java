package io.perfstarter.reporting.page;

import java.util.Arrays;
import java.util.List;

import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.verdict.Verdict;
import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.StatementUse;

/**
 * The slowest requests, and where the time of each went.
 *
 * @param slowest the requests, slowest first
 * @param timeline how times are told
 */
record SlowestPanel(List<JudgedRequest> slowest, Timeline timeline) implements Panel {

	private static final int SHOWN = 50;

	private static final int ROUTE = 160;

	private static final int SQL = 240;

	private static final int CALLS = 30;

	/**
	 * How much the details of all requests may take, in characters.
	 */
	private static final int ROOM = 64 * 1024;

	@Override
	public void writeTo(Html html) {
		html.open("section", "id", "slowest", "aria-labelledby", "slowest-title");
		html.element("h2", "Slowest requests", "id", "slowest-title");
		if (this.slowest.isEmpty()) {
			html.element("p", "No request was slow.").close();
			return;
		}
		StackedBar.writePatternsTo(html);
		StackedBar.writeLegendTo(html);
		html.open("ol", "class", "requests");
		int room = ROOM;
		int folded = 0;
		for (JudgedRequest judged : this.slowest.subList(0, Math.min(SHOWN, this.slowest.size()))) {
			html.open("li");
			writeSummaryTo(html, judged);
			if (room > 0) {
				int before = html.length();
				writeDetailsTo(html, judged);
				room -= html.length() - before;
			}
			else {
				folded++;
			}
			html.close();
		}
		html.close();
		writeLeftOutTo(html, this.slowest.size() - SHOWN, folded);
		html.close();
	}

	private static void writeLeftOutTo(Html html, int requests, int details) {
		if (requests > 0 || details > 0) {
			html.element("p",
					((requests > 0) ? "Not shown: " + Figures.counted(requests, "further request") + ". " : "")
							+ ((details > 0) ? "Without details: the last " + details + " of these. " : "")
							+ "The same address gives all as JSON.",
					"class", "quiet");
		}
	}

	private void writeSummaryTo(Html html, JudgedRequest judged) {
		ServedRequest request = judged.request();
		StackedBar bar = new StackedBar(request.parts());
		html.open("h3").element("code", Figures.shortened(request.route(), ROUTE)).text(" ");
		html.element("b", Figures.time(request.nanos())).close();
		bar.writeTo(html);
		html.open("p").text(bar.words());
		Verdict verdict = judged.verdict();
		if (verdict != null) {
			html.text(" ").element("strong", verdict.cause().toString(), "class", "cause");
		}
		html.close();
		html.element("p", facts(request), "class", "quiet");
	}

	private String facts(ServedRequest request) {
		return String.join(", ", this.timeline.clock(request.startedAt()), "status " + request.status(),
				Figures.counted(request.statements(), "statement"), Figures.counted(request.rows(), "row"),
				"allocated " + Figures.bytes(request.allocated()));
	}

	private static void writeDetailsTo(Html html, JudgedRequest judged) {
		ServedRequest request = judged.request();
		html.open("details").element("summary", "Details");
		Verdict verdict = judged.verdict();
		if (verdict != null) {
			html.open("p").element("b", Figures.shortened(Headline.of(verdict), SQL) + ". ");
			html.text(verdict.evidence() + " " + verdict.remedy()).close();
		}
		html.open("div", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Figures of this request");
		partsOf(request).writeTableTo(html);
		if (!request.costliest().isEmpty()) {
			statementsOf(request).writeTableTo(html);
		}
		if (!request.remotes().isEmpty()) {
			remotesOf(request).writeTableTo(html);
		}
		html.close();
		if (request.connections() > 1 || request.awaitedPool() != null) {
			String pool = (request.awaitedPool() != null) ? "Waited for the pool " + request.awaitedPool() + ". " : "";
			html.element("p", pool + "Held " + Figures.counted(request.connections(), "connection") + " at once.");
		}
		if (!request.trace().isEmpty()) {
			html.open("pre", "class", "scroll", "tabindex", "0", "role", "region", "aria-label", "Calls of its layers");
			request.trace().stream().limit(CALLS).forEach((call) -> html.text(Figures.shortened(call, ROUTE) + "\n"));
			if (request.trace().size() > CALLS) {
				html.text("… and " + Figures.counted(request.trace().size() - CALLS, "further call"));
			}
			html.close();
		}
		html.close();
	}

	private static DataTable partsOf(ServedRequest request) {
		return new DataTable("Parts", List.of("part", "time", "share"),
				Arrays.stream(Part.values())
					.map((part) -> List.of(part.label(), StackedBar.time(request.parts(), part),
							request.parts().measured(part) ? Figures.percent(request.parts().share(part))
									: Figures.NOT_MEASURED))
					.toList());
	}

	private static DataTable statementsOf(ServedRequest request) {
		return new DataTable("Statements", List.of("statement", "executed", "time", "longest", "rows"),
				request.costliest().stream().map(SlowestPanel::row).toList());
	}

	private static List<String> row(StatementUse statement) {
		return List.of(Figures.shortened(statement.sql(), SQL), "× " + statement.executions(),
				Figures.time(statement.nanos()), Figures.time(statement.longest()), "" + statement.rows());
	}

	private static DataTable remotesOf(ServedRequest request) {
		return new DataTable("Remote calls", List.of("remote call", "called", "time"),
				request.remotes().stream().map(SlowestPanel::row).toList());
	}

	private static List<String> row(RemoteUse remote) {
		return List.of(Figures.shortened(remote.target(), ROUTE), "× " + remote.calls(), Figures.time(remote.nanos()));
	}

}
