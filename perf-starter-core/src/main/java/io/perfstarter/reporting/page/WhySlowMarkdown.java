package io.perfstarter.reporting.page;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

import io.perfstarter.reporting.Finding;
import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.WhySlow;
import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.RemoteUse;
import io.perfstarter.reporting.window.RequestsWindow;
import io.perfstarter.reporting.window.ServedRequest;
import io.perfstarter.reporting.window.StatementUse;

/**
 * Creates the causes of slow requests as Markdown, for terminals, tickets and agents: the
 * last period, the slowest requests, the causes of the last hour, and the advice.
 */
public final class WhySlowMarkdown {

	private static final int PERIODS = 20;

	private static final int REQUESTS = 10;

	private static final int TEXT = 400;

	private final StringBuilder text = new StringBuilder();

	private final Timeline timeline;

	private WhySlowMarkdown(Timeline timeline) {
		this.timeline = timeline;
	}

	/**
	 * Creates the text.
	 * @param state the results to show
	 * @return the text
	 */
	public static String of(WhySlow state) {
		return of(state, ZoneId.systemDefault());
	}

	static String of(WhySlow state, ZoneId zone) {
		WhySlowMarkdown markdown = new WhySlowMarkdown(Timeline.of(state.windows(), zone));
		markdown.line("# Why slow? " + plain(state.instance()) + " at " + markdown.timeline.clock(state.at()));
		markdown.line("Times are in " + zone + ". Parameter values are not recorded.");
		markdown.now();
		markdown.slowest(state.slowest());
		markdown.history();
		markdown.advice(state.advice());
		return markdown.text.toString();
	}

	private void now() {
		line("## Now");
		if (this.timeline.isEmpty()) {
			line("Nothing has been measured yet.");
			return;
		}
		line("**" + plain(this.timeline.headline()) + ".**");
		line(this.timeline.slowRequests());
		Verdict verdict = this.timeline.verdict();
		if (verdict != null) {
			describe(verdict);
			verdict.others().forEach((other) -> {
				line("### Also: " + plain(other.headline()));
				describe(other);
			});
			costs(this.timeline.newest().requests());
		}
	}

	private void describe(Verdict verdict) {
		item("Cause: `%s`, which explains %s of the slow time".formatted(verdict.cause(),
				Figures.percent(verdict.share())));
		item("What to do: " + plain(verdict.remedy()));
		item("Evidence: " + plain(verdict.evidence()));
		this.text.append('\n');
	}

	private void costs(RequestsWindow requests) {
		if (!requests.slowestRoute().isEmpty()) {
			item("Most of the slow time was spent in " + code(requests.slowestRoute()));
		}
		item("Time of the slow requests: " + new StackedBar(requests.slowFigures().breakdown()).words());
		for (StatementUse statement : requests.slowFigures().costliest()) {
			item("Statement, %s, %s, %s: %s".formatted(Figures.times(statement.executions()),
					Figures.time(statement.nanos()), Figures.counted(statement.rows(), "row"), code(statement.sql())));
		}
		for (RemoteUse remote : requests.slowFigures().remotes()) {
			item("Remote call, %s, %s: %s".formatted(Figures.times(remote.calls()), Figures.time(remote.nanos()),
					code(remote.target())));
		}
		this.text.append('\n');
	}

	private void slowest(List<JudgedRequest> slowest) {
		line("## Slowest requests");
		if (slowest.isEmpty()) {
			line("No request was slow.");
		}
		for (JudgedRequest judged : slowest.subList(0, Math.min(REQUESTS, slowest.size()))) {
			ServedRequest request = judged.request();
			Verdict verdict = judged.verdict();
			item("%s %s at %s, status %s%s%s: %s".formatted(code(request.route()), Figures.time(request.nanos()),
					this.timeline.clock(request.startedAt()), request.status(),
					request.traceId().isEmpty() ? "" : ", trace " + code(request.traceId()),
					(verdict != null) ? ", " + code(verdict.cause().toString()) : "",
					new StackedBar(request.breakdown()).words()));
		}
		this.text.append('\n');
	}

	private void history() {
		line("## Last periods with slow requests");
		List<Stretch> slow = new ArrayList<>(this.timeline.stretches().stream().filter(Stretch::isSlow).toList());
		Collections.reverse(slow);
		if (slow.isEmpty()) {
			line("There is none.");
		}
		for (Stretch stretch : slow.subList(0, Math.min(PERIODS, slow.size()))) {
			Verdict verdict = stretch.verdict();
			item("%s to %s: %s, %s slow".formatted(stretch.from(), stretch.to(),
					(verdict != null) ? code(verdict.cause().name()) + " " + plain(verdict.subject()) : "no cause",
					Figures.count(stretch.slow())));
		}
		this.text.append('\n');
	}

	private void advice(List<Finding> advice) {
		if (!advice.isEmpty()) {
			line("## Advice");
			advice.forEach((finding) -> item(plain(finding.title()) + ": " + plain(finding.sentence())));
			this.text.append('\n');
		}
	}

	private void line(String line) {
		this.text.append(line).append("\n\n");
	}

	private void item(String line) {
		this.text.append("- ").append(line).append('\n');
	}

	private static String code(String text) {
		return "`" + oneLine(text).replace('`', '\'') + "`";
	}

	/**
	 * Escapes what would be markup. Periods, numbers and hyphens within a line are not.
	 */
	private static String plain(String text) {
		return oneLine(text).replaceAll("[\\\\`*_<>\\[\\]|#]", "\\\\$0");
	}

	private static String oneLine(String text) {
		return Figures.shortened(text.replaceAll("\\s+", " "), TEXT);
	}

}
