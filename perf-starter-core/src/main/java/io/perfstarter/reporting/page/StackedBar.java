package io.perfstarter.reporting.page;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.ComponentTimes;
import io.perfstarter.reporting.window.Figures;
import io.perfstarter.reporting.window.TimeComponent;

/**
 * Shows a time breakdown as a stacked bar. Each component has its own colour and texture,
 * and a text names the largest components.
 *
 * @param breakdown the time breakdown
 */
record StackedBar(ComponentTimes breakdown) {

	private static final double VISIBLE = 0.003;

	private static final double MIN_SHARE_TO_REPORT = 0.05;

	void writeTo(Html html) {
		html.open("svg", "class", "bar", "width", "100%", "height", "18", "role", "img");
		// Screen readers read the title as the name of the image, and browsers show it as
		// a tooltip.
		html.element("title", text());
		double left = 0;
		for (TimeComponent component : TimeComponent.values()) {
			double share = this.breakdown.share(component);
			if (share >= VISIBLE) {
				html.open("rect", "x", percent(left), "width", percent(share), "fill",
						"url(#" + component.label() + ")")
					.close();
			}
			left += share;
		}
		html.close();
	}

	/**
	 * Describes the largest components.
	 * @return a text such as {@code sql 88 %, cpu 7 %}
	 */
	String words() {
		return Arrays.stream(TimeComponent.values())
			.filter((component) -> this.breakdown.share(component) >= MIN_SHARE_TO_REPORT)
			.sorted(Comparator.comparing(this.breakdown::nanos).reversed())
			.map((component) -> component.title() + " " + Figures.percent(this.breakdown.share(component)))
			.collect(Collectors.joining(", "));
	}

	private String text() {
		return Arrays.stream(TimeComponent.values())
			.filter((component) -> !this.breakdown.measured(component) || this.breakdown.nanos(component) > 0)
			.map((component) -> component.title() + " " + time(this.breakdown, component))
			.collect(Collectors.joining(", "));
	}

	static String time(ComponentTimes breakdown, TimeComponent component) {
		return breakdown.measured(component) ? Figures.time(breakdown.nanos(component)) : Figures.NOT_MEASURED;
	}

	static String percent(double share) {
		return String.format(Locale.ROOT, "%.2f%%", 100 * share);
	}

	/**
	 * Writes the colours and textures that all bars share.
	 * @param html the writer
	 */
	static void writePatternsTo(Html html) {
		html.open("svg", "width", "0", "height", "0", "class", "patterns", "aria-hidden", "true").open("defs");
		for (TimeComponent component : TimeComponent.values()) {
			html.open("pattern", "id", component.label(), "width", "8", "height", "8", "patternUnits",
					"userSpaceOnUse");
			html.open("rect", "width", "8", "height", "8", "class", "part " + component.label()).close();
			String texture = texture(component);
			if (!texture.isEmpty()) {
				html.open("path", "d", texture, "class", "texture").close();
			}
			html.close();
		}
		html.close().close();
	}

	private static String texture(TimeComponent component) {
		return switch (component) {
			case THREAD_WAIT -> "M0 4h8";
			case FETCH -> "M-2 2l4-4M0 8l8-8M6 10l4-4";
			case LIMITER -> "M0 2h8M0 6h8";
			case CLIENT -> "M2 0v8M6 0v8";
			case JVM_PAUSE -> "M0 0l8 8M8 0l-8 8";
			case CPU_WAIT -> "M-2 6l4 4M0 0l8 8M6-2l4 4";
			case BLOCKED -> "M2 2h2M6 6h2";
			case REMOTE -> "M4 0v8";
			case POOL, SQL, CPU -> "";
		};
	}

	/**
	 * Writes the legend of the colours and textures.
	 * @param html the writer
	 */
	static void writeLegendTo(Html html) {
		html.open("ul", "class", "legend", "aria-label", "Components of the time");
		for (TimeComponent component : TimeComponent.values()) {
			html.open("li").open("svg", "width", "16", "height", "16", "aria-hidden", "true");
			html.open("rect", "width", "16", "height", "16", "fill", "url(#" + component.label() + ")").close().close();
			html.open("span").element("b", component.title()).text(" " + meaning(component)).close().close();
		}
		html.close();
	}

	static String meaning(TimeComponent component) {
		return switch (component) {
			case THREAD_WAIT -> "until a request thread is free";
			case POOL -> "until a connection is free";
			case SQL -> "statements";
			case FETCH -> "rows";
			case REMOTE -> "other services";
			case LIMITER -> "until a limiter has a free place";
			case CLIENT -> "until the client sends or reads";
			case JVM_PAUSE -> "all threads are stopped";
			case CPU -> "computation";
			case CPU_WAIT -> "until a processor is free";
			case BLOCKED -> "locks, sleeps, anything else";
		};
	}

}
