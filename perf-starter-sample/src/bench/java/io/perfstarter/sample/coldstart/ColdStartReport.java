package io.perfstarter.sample.coldstart;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The starts beside each other, as tables.
 */
final class ColdStartReport {

	private static final Path FOLDER = Path.of("target", "benchmarks");

	private final List<String> lines = new ArrayList<>();

	ColdStartReport(String title) {
		this.lines.add("## " + title);
		this.lines.add("");
		this.lines.add("Java %s, %d processors, load average %.1f".formatted(Runtime.version(),
				Runtime.getRuntime().availableProcessors(),
				ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage()));
		this.lines.add("");
	}

	/**
	 * The median over the starts of how many times its steady p50 a first request takes.
	 */
	static double ratio(List<Start> starts, Api api) {
		return Median.of(starts.stream().map((start) -> start.first().get(api) / start.steady().get(api)).toList());
	}

	void add(List<Start> cold, List<Start> warmed) {
		this.lines.add("| API | cold: first, ms | of first 100 p50 | steady p50 | first ÷ steady "
				+ "| warmed: first, ms | of first 100 p50 | steady p50 | first ÷ steady | steady after 2 s of rest |");
		this.lines.add("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|");
		for (Api api : Api.values()) {
			this.lines.add("| " + api + cells(cold, api) + cells(warmed, api) + " | "
					+ median(warmed, Start::rested, api) + " |");
		}
		this.lines.add("");
		this.lines.add("Medians of %d starts in turns. Warm-up: %s ms, %s classes linked.".formatted(warmed.size(),
				all(warmed, Start::warmupMillis), all(warmed, Start::linkedClasses)));
		this.lines.add("");
		for (Api api : Api.values()) {
			this.lines.add("- %s, first requests in ms: cold %s; warmed %s".formatted(api, firsts(cold, api),
					firsts(warmed, api)));
		}
	}

	void line(String line) {
		this.lines.add(line);
	}

	private static String cells(List<Start> starts, Api api) {
		return " | %s | %s | %s | %s".formatted(median(starts, Start::first, api), median(starts, Start::early, api),
				median(starts, Start::steady, api), text(ratio(starts, api)));
	}

	private static String median(List<Start> starts, Function<Start, Map<Api, Double>> figure, Api api) {
		return text(Median.of(starts.stream().map((start) -> figure.apply(start).get(api)).toList()));
	}

	private static String firsts(List<Start> starts, Api api) {
		return all(starts, (start) -> text(start.first().get(api)));
	}

	private static <T> String all(List<T> values, Function<T, ?> figure) {
		return values.stream().map(figure).map(String::valueOf).collect(Collectors.joining(", "));
	}

	static String text(double value) {
		return String.format(Locale.ROOT, "%.2f", value);
	}

	void write(String name) throws IOException {
		this.lines.forEach(System.out::println);
		Files.createDirectories(FOLDER);
		Files.write(FOLDER.resolve("%s-java%d.md".formatted(name, Runtime.version().feature())), this.lines);
	}

}
