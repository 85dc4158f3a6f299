package io.perfstarter.reporting.page;

import java.util.Arrays;
import java.util.List;
import java.util.StringJoiner;
import java.util.function.DoubleFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Figures;

/**
 * Shows a line chart over the periods, which starts at zero. Unknown values leave gaps in
 * a line.
 *
 * @param title the title
 * @param timeline the periods
 * @param scale the scale and the number format
 * @param lines the lines, at most four
 */
record TimeChart(String title, Timeline timeline, Scale scale, List<Line> lines) {

	void writeTo(Html html) {
		double top = this.scale.top.applyAsDouble(highest());
		html.open("figure").open("figcaption").element("b", this.title).close();
		html.open("svg", "class", "chart", "width", "100%", "height", "120", "role", "img", "aria-label", label());
		html.open("svg", "viewBox", "0 0 1000 1000", "preserveAspectRatio", "none", "width", "100%", "height", "120");
		html.open("path", "class", "grid", "d", "M0 5h1000M0 500h1000M0 995h1000").close();
		for (int i = 0; i < this.lines.size(); i++) {
			drawLine(html, this.lines.get(i).values, i, top);
		}
		html.close();
		html.element("text", this.scale.text.apply(top), "x", "2", "y", "13");
		html.element("text", this.scale.text.apply(top / 2), "x", "2", "y", "73");
		html.close();
		this.timeline.writeTimesTo(html);
		html.open("ul", "class", "legend");
		for (int i = 0; i < this.lines.size(); i++) {
			writeLegendTo(html, this.lines.get(i), i);
		}
		html.close().close();
	}

	private void drawLine(Html html, double[] values, int number, double top) {
		StringBuilder line = new StringBuilder();
		for (int begin = 0, end; begin < values.length; begin = end + 1) {
			for (end = begin; end < values.length && known(values[end]);) {
				end++;
			}
			if (end != begin) {
				// A line of zero length is displayed as a dot.
				line.append('M').append(points(values, begin, end, top)).append("h0");
			}
		}
		html.open("path", "class", "line line" + (number + 1), "d", line.toString()).close();
	}

	private String points(double[] values, int begin, int end, double top) {
		StringJoiner points = new StringJoiner(" ");
		for (int i = begin; i < end; i++) {
			boolean straight = i > begin && i < end - 1 && values[i - 1] == values[i] && values[i] == values[i + 1];
			if (!straight) {
				points.add(x(i) + " " + y(values[i], top));
			}
		}
		return points.toString();
	}

	private void writeLegendTo(Html html, Line line, int number) {
		html.open("li").open("svg", "width", "22", "height", "10", "aria-hidden", "true");
		html.open("path", "class", "line line" + (number + 1), "d", "M1 5h20").close().close();
		html.open("span").text(line.name + " ").element("b", this.scale.text.apply(line.last())).close().close();
	}

	private long x(int index) {
		return Math.round(1000 * this.timeline.end(index));
	}

	private static long y(double value, double top) {
		return Math.round(1000 - 980 * Math.min(1, value / top));
	}

	private double highest() {
		return this.lines.stream()
			.flatMapToDouble((line) -> Arrays.stream(line.values))
			.filter(TimeChart::known)
			.max()
			.orElse(0);
	}

	private String label() {
		return this.title + " from " + this.timeline.from() + " to " + this.timeline.to() + ": "
				+ this.lines.stream().map((line) -> line.summary(this.scale)).collect(Collectors.joining("; "));
	}

	private static boolean known(double value) {
		return value >= 0 && Double.isFinite(value);
	}

	/**
	 * A line of a chart.
	 *
	 * @param name the name of the line
	 * @param values the values by period, negative or NaN if unknown
	 */
	record Line(String name, double[] values) {

		double last() {
			return (this.values.length != 0) ? this.values[this.values.length - 1] : Double.NaN;
		}

		private String summary(Scale scale) {
			double max = Arrays.stream(this.values).filter(TimeChart::known).max().orElse(Double.NaN);
			return this.name + " " + scale.text.apply(last()) + ", at most " + scale.text.apply(max);
		}

	}

	/**
	 * The scales of charts: the number format, and the value at the top.
	 */
	enum Scale {

		TIME(Figures::time, (highest) -> round(Math.max(highest, 1e6))),

		BYTES(Figures::bytes, (highest) -> roundBytes(Math.max(highest, 1))),

		SHARE(Figures::percent, (highest) -> Math.min(1, round(Math.max(highest, 0.1)))),

		COUNT(Figures::count, (highest) -> round(Math.max(highest, 2)));

		private static final double[] COMPONENTS = { 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1 };

		private final DoubleFunction<String> text;

		private final DoubleUnaryOperator top;

		Scale(DoubleFunction<String> text, DoubleUnaryOperator top) {
			this.text = text;
			this.top = top;
		}

		private static double round(double highest) {
			double power = power(10, highest);
			return Arrays.stream(COMPONENTS)
				.map((component) -> power * component)
				.filter((top) -> top >= highest)
				.findFirst()
				.orElse(power);
		}

		private static double roundBytes(double highest) {
			double power = power(2, highest);
			return (power * 0.75 >= highest) ? power * 0.75 : power;
		}

		/**
		 * Returns the smallest power of a base that is at least a value. Corrects the
		 * inexact result of logarithms.
		 */
		private static double power(int base, double highest) {
			return Math.pow(base, Math.ceil(Math.log(highest) / Math.log(base) - 1e-9));
		}

	}

}
