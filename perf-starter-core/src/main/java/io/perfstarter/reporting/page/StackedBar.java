package io.perfstarter.reporting.page;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Collectors;

import io.perfstarter.reporting.window.Part;
import io.perfstarter.reporting.window.Parts;

/**
 * Where a time went, as a bar of its parts. Each part has a colour and a texture of its
 * own, and the largest are said in words.
 *
 * @param parts the time
 */
record StackedBar(Parts parts) implements Panel {

	private static final double VISIBLE = 0.003;

	private static final double WORTH_A_WORD = 0.05;

	@Override
	public void writeTo(Html html) {
		html.open("svg", "class", "bar", "width", "100%", "height", "18", "role", "img");
		// Read aloud as the name of the picture, and shown under the mouse.
		html.element("title", text());
		double left = 0;
		for (Part part : Part.values()) {
			double share = this.parts.share(part);
			if (share >= VISIBLE) {
				html.open("rect", "x", percent(left), "width", percent(share), "fill", "url(#" + part.label() + ")")
					.close();
			}
			left += share;
		}
		html.close();
	}

	/**
	 * Names the largest parts.
	 * @return such as {@code sql 88 %, cpu 7 %}
	 */
	String words() {
		return Arrays.stream(Part.values())
			.filter((part) -> this.parts.share(part) >= WORTH_A_WORD)
			.sorted(Comparator.comparing(this.parts::nanos).reversed())
			.map((part) -> part.label() + " " + Figures.percent(this.parts.share(part)))
			.collect(Collectors.joining(", "));
	}

	private String text() {
		return Arrays.stream(Part.values())
			.filter((part) -> !this.parts.measured(part) || this.parts.nanos(part) > 0)
			.map((part) -> part.label() + " " + time(this.parts, part))
			.collect(Collectors.joining(", "));
	}

	static String time(Parts parts, Part part) {
		return parts.measured(part) ? Figures.time(parts.nanos(part)) : Figures.NOT_MEASURED;
	}

	private static String percent(double share) {
		return String.format(Locale.ROOT, "%.2f%%", 100 * share);
	}

	/**
	 * Writes the colours and textures that all bars share.
	 * @param html where to
	 */
	static void writePatternsTo(Html html) {
		html.open("svg", "width", "0", "height", "0", "class", "patterns", "aria-hidden", "true").open("defs");
		for (Part part : Part.values()) {
			html.open("pattern", "id", part.label(), "width", "8", "height", "8", "patternUnits", "userSpaceOnUse");
			html.open("rect", "width", "8", "height", "8", "class", "part " + part.label()).close();
			String texture = texture(part);
			if (!texture.isEmpty()) {
				html.open("path", "d", texture, "class", "texture").close();
			}
			html.close();
		}
		html.close().close();
	}

	private static String texture(Part part) {
		return switch (part) {
			case QUEUE -> "M0 4h8";
			case FETCH -> "M-2 2l4-4M0 8l8-8M6 10l4-4";
			case STOP_THE_WORLD -> "M0 0l8 8M8 0l-8 8";
			case RUN_QUEUE -> "M-2 6l4 4M0 0l8 8M6-2l4 4";
			case BLOCKED -> "M2 2h2M6 6h2";
			case REMOTE -> "M4 0v8";
			case POOL, SQL, CPU -> "";
		};
	}

	/**
	 * Writes what each colour and texture means.
	 * @param html where to
	 */
	static void writeLegendTo(Html html) {
		html.open("ul", "class", "legend", "aria-label", "Parts of the time");
		for (Part part : Part.values()) {
			html.open("li").open("svg", "width", "16", "height", "16", "aria-hidden", "true");
			html.open("rect", "width", "16", "height", "16", "fill", "url(#" + part.label() + ")").close().close();
			html.open("span").element("b", part.label()).text(" " + meaning(part)).close().close();
		}
		html.close();
	}

	static String meaning(Part part) {
		return switch (part) {
			case QUEUE -> "waits for a thread";
			case POOL -> "waits for a connection";
			case SQL -> "statements";
			case FETCH -> "rows";
			case REMOTE -> "other services";
			case STOP_THE_WORLD -> "JVM is stopped";
			case CPU -> "computes";
			case RUN_QUEUE -> "waits for a processor";
			case BLOCKED -> "locks, sleeps, the rest";
		};
	}

}
