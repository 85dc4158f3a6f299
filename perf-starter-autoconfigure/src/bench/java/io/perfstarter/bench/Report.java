package io.perfstarter.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of what was measured, beside the bars that were set for it.
 */
final class Report {

	static final Path FOLDER = Path.of("target", "benchmarks");

	private final String title;

	private final double loadBefore = load();

	private final List<String> rows = new ArrayList<>();

	private final List<String> exceeded = new ArrayList<>();

	Report(String title) {
		this.title = title;
	}

	void row(String what, String measured) {
		row(what, measured, "");
	}

	private void row(String what, String measured, String bar) {
		this.rows.add("| %s | %s | %s |".formatted(what, measured, bar));
	}

	/**
	 * Adds what has a bar.
	 * @param format how to write the figure and the bar
	 */
	void atMost(String what, String format, double measured, double bar) {
		String text = String.format(Locale.ROOT, format, measured);
		String limit = String.format(Locale.ROOT, format, bar);
		row(what, text, "at most " + limit);
		if (!(measured <= bar)) {
			this.exceeded.add("%s: %s instead of at most %s".formatted(what, text, limit));
		}
	}

	/**
	 * Adds what has a bar.
	 * @param format how to write the figure and the bar
	 */
	void atLeast(String what, String format, double measured, double bar) {
		String text = String.format(Locale.ROOT, format, measured);
		String limit = String.format(Locale.ROOT, format, bar);
		row(what, text, "at least " + limit);
		if (!(measured >= bar)) {
			this.exceeded.add("%s: %s instead of at least %s".formatted(what, text, limit));
		}
	}

	/**
	 * What does not hold its bar.
	 */
	List<String> exceeded() {
		return List.copyOf(this.exceeded);
	}

	/**
	 * Prints the table and adds it to a file in the build folder.
	 */
	void write(String file) throws IOException {
		String text = String.format(Locale.ROOT,
				"%n## %s%n%n%s; load average %.1f before, %.1f after.%n%n| | measured | bar |%n|---|---|---|%n%s%n",
				this.title, machine(), this.loadBefore, load(), String.join(System.lineSeparator(), this.rows));
		System.out.println(text);
		Files.createDirectories(FOLDER);
		Files.writeString(FOLDER.resolve(file), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
	}

	private static String machine() {
		return "%s, Java %s, %d processors, %s %s".formatted(Instant.now().truncatedTo(ChronoUnit.SECONDS),
				Runtime.version(), Runtime.getRuntime().availableProcessors(), System.getProperty("os.name"),
				System.getProperty("os.arch"));
	}

	private static double load() {
		return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
	}

}
