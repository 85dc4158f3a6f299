package io.perfstarter.sample.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The rows that were run, as a table.
 */
final class MatrixReport {

	private static final Path FILE = Path.of("target", "fault-matrix-java%d.md".formatted(Runtime.version().feature()));

	private final List<String> lines = new ArrayList<>(List.of(
			"Java %s, %d processors, periods of %d s".formatted(Runtime.version(),
					Runtime.getRuntime().availableProcessors(), Settings.PERIOD_SECONDS),
			"", "| fault | wanted | seen in each period | requests | void runs | |", "|---|---|---|---|---:|---|"));

	/** Written at once, for the case that the run is ended. */
	void add(Row row) throws IOException {
		this.lines.add(row.toString());
		System.out.println(row);
		Files.write(FILE, this.lines);
	}

	/**
	 * A row that was run.
	 *
	 * @param fault what went wrong
	 * @param periods what was said
	 * @param load what the clients saw
	 * @param voids how often it did not count, as the machine was starved
	 * @param right whether what was said is right
	 */
	record Row(Fault fault, List<JudgedPeriod> periods, String load, int voids, boolean right) {

		@Override
		public String toString() {
			String seen = this.periods.stream().map(JudgedPeriod::toString).collect(Collectors.joining(", "));
			return "| %s | %s | %s | %s | %d | %s |".formatted(this.fault, this.fault.wanted(), seen, this.load,
					this.voids, this.right ? "ok" : "WRONG");
		}

	}

}
