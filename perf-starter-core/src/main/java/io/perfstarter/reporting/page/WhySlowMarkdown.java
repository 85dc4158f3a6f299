package io.perfstarter.reporting.page;

import java.time.ZoneId;
import java.util.List;
import java.util.stream.IntStream;

import io.perfstarter.reporting.Finding;
import io.perfstarter.reporting.JudgedRequest;
import io.perfstarter.reporting.JudgedWindow;
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
		markdown.findings("Advice", state.advice());
		return markdown.text.toString();
	}

	private void now() {
		line("## Now");
		if (this.timeline.isEmpty()) {
			line("Nothing has been measured yet.");
			return;
		}
		JudgedWindow newest = this.timeline.at(this.timeline.size() - 1);
		RequestsWindow requests = newest.window().requests();
		Verdict verdict = newest.verdict();
		line((verdict != null) ? "**" + plain(Headline.of(verdict)) + ".**"
				: (requests.slow() != 0) ? "No cause stands out." : "Nothing is slow.");
		if (requests.counted()) {
			line("%s of %s in the last %s were slow.".formatted(Figures.count(requests.slow()),
					Figures.counted(requests.count(), "request"), Figures.time(newest.window().length().toNanos())));
		}
		if (verdict != null) {
			describe(verdict);
			verdict.others().forEach((other) -> {
				line("### Also: " + plain(Headline.of(other)));
				describe(other);
			});
			costs(requests);
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
		List<Integer> slow = IntStream.range(0, this.timeline.size())
			.map((index) -> this.timeline.size() - 1 - index)
			.filter((index) -> this.timeline.at(index).verdict() != null
					|| this.timeline.at(index).window().requests().slow() > 0)
			.limit(PERIODS)
			.boxed()
			.toList();
		if (slow.isEmpty()) {
			line("There is none.");
		}
		for (int index : slow) {
			Verdict verdict = this.timeline.at(index).verdict();
			item("%s to %s: %s, %s slow".formatted(this.timeline.from(index), this.timeline.clock(index),
					(verdict != null) ? code(verdict.cause().toString()) + " " + plain(verdict.subject()) : "no cause",
					Figures.count(this.timeline.at(index).window().requests().slow())));
		}
		this.text.append('\n');
	}

	private void findings(String title, List<Finding> findings) {
		if (!findings.isEmpty()) {
			line("## " + title);
			findings.forEach((finding) -> item(plain(finding.title()) + ": " + plain(finding.sentence())));
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
