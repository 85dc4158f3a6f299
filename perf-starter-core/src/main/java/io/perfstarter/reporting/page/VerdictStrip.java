package io.perfstarter.reporting.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;

import io.perfstarter.reporting.rules.Verdict;
import io.perfstarter.reporting.window.Figures;
import org.jspecify.annotations.Nullable;

/**
 * Shows the verdicts of the periods as a strip of blocks: low without slow requests, high
 * with slow requests.
 *
 * @param timeline the periods
 */
record VerdictStrip(Timeline timeline) implements Panel {

	private static final int TOLD = 12;

	@Override
	public void writeTo(Html html) {
		List<Stretch> stretches = stretches();
		long slow = stretches.stream().filter((stretch) -> stretch.verdict != null).mapToLong(Stretch::periods).sum();
		html.open("figure", "class", "wide").open("figcaption").element("b", "Verdicts").close();
		html.open("svg", "class", "strip", "width", "100%", "height", "28", "role", "img", "aria-label",
				"Verdicts from " + this.timeline.from() + " to " + this.timeline.to() + ": "
						+ Figures.counted(slow, "period") + " of " + this.timeline.size() + " with a cause");
		for (Stretch stretch : stretches) {
			html.open("rect", "class", (stretch.verdict != null) ? "slow" : "healthy", "x", percent(stretch.left),
					"width", percent(stretch.right - stretch.left));
			html.element("title", stretch.from + " " + stretch.cause()).close();
		}
		html.close();
		html.open("div", "class", "times", "aria-hidden", "true")
			.element("span", this.timeline.from())
			.element("span", this.timeline.to())
			.close();
		html.open("ol", "class", "stretches", "tabindex", "0", "aria-label", "Verdicts, the newest first");
		for (int i = stretches.size() - 1; i >= Math.max(0, stretches.size() - TOLD); i--) {
			Stretch stretch = stretches.get(i);
			html.open("li", "class", (stretch.verdict != null) ? "slow" : "healthy");
			html.element("span", stretch.from + " to " + stretch.to, "class", "quiet");
			html.text(" " + stretch.words()).close();
		}
		html.close().close();
	}

	private List<Stretch> stretches() {
		List<Stretch> stretches = new ArrayList<>();
		for (int begin = 0, end; begin < this.timeline.size(); begin = end) {
			Verdict verdict = this.timeline.at(begin).verdict();
			for (end = begin + 1; end < this.timeline.size() && same(verdict, this.timeline.at(end).verdict());) {
				end++;
			}
			long slow = IntStream.range(begin, end)
				.mapToLong((index) -> this.timeline.at(index).window().requests().slow())
				.sum();
			stretches.add(new Stretch(verdict, end - begin, slow, this.timeline.begin(begin),
					this.timeline.end(end - 1), this.timeline.from(begin), this.timeline.clock(end - 1)));
		}
		return stretches;
	}

	private static boolean same(@Nullable Verdict one, @Nullable Verdict other) {
		return (one != null && other != null)
				? one.cause() == other.cause() && Objects.equals(one.subject(), other.subject()) : one == other;
	}

	private static String percent(double share) {
		return String.format(Locale.ROOT, "%.2f%%", 100 * share);
	}

	/**
	 * Consecutive periods with the same verdict.
	 *
	 * @param verdict the verdict of the first period
	 * @param periods the number of periods
	 * @param requests the number of slow requests
	 * @param left the position of the start, from 0 to 1
	 * @param right the position of the end
	 * @param from the start
	 * @param to the end
	 */
	private record Stretch(@Nullable Verdict verdict, int periods, long requests, double left, double right,
			String from, String to) {

		String cause() {
			return (this.verdict != null) ? this.verdict.cause().toString()
					: (this.requests > 0) ? "no cause" : "nothing slow";
		}

		String words() {
			return (this.verdict != null)
					? Figures.shortened(Headline.of(this.verdict), 120) + " (" + this.verdict.cause() + ")"
					: (this.requests > 0) ? Figures.counted(this.requests, "slow request") + ", and no cause stands out"
							: "Nothing was slow";
		}

	}

}
