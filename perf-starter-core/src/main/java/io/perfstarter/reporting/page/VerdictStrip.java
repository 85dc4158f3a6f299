package io.perfstarter.reporting.page;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;

/**
 * Shows the verdicts of the periods as a strip of blocks, low without slow requests,
 * higher with slow requests, and the highest with a cause; and lists the causes.
 *
 * @param timeline the periods
 */
record VerdictStrip(Timeline timeline) {

	private static final int TOLD = 12;

	private static final int HEADLINE = 120;

	void writeTo(Html html) {
		List<Stretch> stretches = this.timeline.stretches();
		List<Stretch> causes = stretches.stream().filter((stretch) -> stretch.verdict() != null).toList();
		int periods = causes.stream().mapToInt(Stretch::periods).sum();
		html.open("figure").open("figcaption").element("b", "Verdicts").close();
		html.open("svg", "class", "strip", "width", "100%", "height", "28", "role", "img", "aria-label",
				"Verdicts from " + this.timeline.from() + " to " + this.timeline.to() + ": "
						+ Figures.counted(periods, "period") + " of " + this.timeline.size() + " with a cause");
		for (Stretch stretch : stretches) {
			html.open("rect", "class", level(stretch), "x", StackedBar.percent(stretch.left()), "width",
					StackedBar.percent(stretch.right() - stretch.left()));
			html.element("title", stretch.from() + " " + stretch.cause()).close();
		}
		html.close();
		this.timeline.writeTimesTo(html);
		writeTo(html, causes);
		html.close();
	}

	private static String level(Stretch stretch) {
		return (stretch.verdict() != null) ? "slow" : stretch.isSlow() ? "few" : "healthy";
	}

	private static void writeTo(Html html, List<Stretch> causes) {
		if (causes.isEmpty()) {
			html.element("p", "No period has a cause.");
			return;
		}
		html.open("ol", "class", "stretches", "tabindex", "0", "aria-label", "Causes, the newest first");
		List<Stretch> newest = new ArrayList<>(causes.subList(Math.max(0, causes.size() - TOLD), causes.size()));
		Collections.reverse(newest);
		for (Stretch stretch : newest) {
			Verdict verdict = Objects.requireNonNull(stretch.verdict());
			html.open("li").element("span", stretch.from() + " to " + stretch.to(), "class", "quiet");
			html.text(" " + Figures.shortened(verdict.headline(), HEADLINE) + " (" + verdict.cause() + ")").close();
		}
		html.close().notShown(causes.size() - TOLD, "cause");
	}

}
