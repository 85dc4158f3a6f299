package io.perfstarter.reporting.page;

import java.util.Arrays;
import java.util.List;

import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RequestFigures;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Shows the time breakdown of a request, with collapsible details.
 *
 * @param judged the request
 * @param timeline formats times
 */
record RequestRow(JudgedRequest judged, Timeline timeline) {

	private static final int ROUTE = 120;

	private static final int HEADLINE = 80;

	private static final int SENTENCES = 400;

	private static final int CALLS = 30;

	void writeTo(Html html) {
		ServedRequest request = this.judged.request();
		StackedBar bar = new StackedBar(request.breakdown());
		html.open("h3").element("code", Figures.shortened(request.route(), ROUTE)).text(" ");
		html.element("b", Figures.time(request.nanos())).close();
		bar.writeTo(html);
		html.open("p").element("span", bar.words()).text(" ");
		Verdict verdict = this.judged.verdict();
		if (verdict != null) {
			html.element("strong", Figures.shortened(verdict.headline(), HEADLINE)).text(" (" + verdict.cause() + ") ");
		}
		html.element("span", facts(request), "class", "quiet").close();
	}

	private String facts(ServedRequest request) {
		RequestFigures figures = request.figures();
		return String.join(", ", this.timeline.clock(request.startedAt()), "status " + request.status(),
				Figures.counted(figures.statements(), "statement"), Figures.counted(figures.rows(), "row"),
				Figures.bytes(figures.allocated()) + " allocated")
				+ (request.traceId().isEmpty() ? "" : ", trace " + request.traceId());
	}

	void writeDetailsTo(Html html) {
		ServedRequest request = this.judged.request();
		RequestFigures figures = request.figures();
		html.open("details").element("summary", "Details");
		Verdict verdict = this.judged.verdict();
		if (verdict != null) {
			html.element("p", Figures.shortened(verdict.evidence() + " " + verdict.remedy(), SENTENCES));
		}
		html.scroll("div", "Figures of this request");
		breakdownOf(request).writeTo(html);
		DataTable.costs(figures).forEach((table) -> table.writeTo(html));
		html.close();
		String awaited = figures.awaitedPool();
		if (request.connections() > 1 || !awaited.isEmpty()) {
			String pool = awaited.isEmpty() ? "" : "Waited for pool " + awaited + ". ";
			html.element("p", pool + "Needed " + Figures.counted(request.connections(), "connection") + " at once.");
		}
		if (!figures.awaitedLimiter().isEmpty()) {
			html.element("p", "Waited at limiter " + Figures.shortened(figures.awaitedLimiter(), ROUTE) + ".");
		}
		if (!request.trace().isEmpty()) {
			html.scroll("pre", "Call trace");
			request.trace().stream().limit(CALLS).forEach((call) -> html.text(Figures.shortened(call, ROUTE) + "\n"));
			if (request.trace().size() > CALLS) {
				html.text("… and " + Figures.counted(request.trace().size() - CALLS, "further call"));
			}
			html.close();
		}
		html.close();
	}

	private static DataTable breakdownOf(ServedRequest request) {
		return new DataTable("Components", List.of("component", "time", "share"),
				Arrays.stream(TimeComponent.values())
					.map((component) -> List.of(component.title(), StackedBar.time(request.breakdown(), component),
							request.breakdown().measured(component)
									? Figures.percent(request.breakdown().share(component)) : Figures.NOT_MEASURED))
					.toList());
	}

}
