package io.perfstarter.sample.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the table of the rows that were run; docs/reference/planted-faults.md holds a
 * recorded table.
 */
final class MatrixReport {

	private static final Path FILE = Path.of("target", "fault-matrix-java%d.md".formatted(Runtime.version().feature()));

	private final List<String> lines = new ArrayList<>(List.of(
			"Java %s, %d processors, periods of %d s".formatted(Runtime.version(),
					Runtime.getRuntime().availableProcessors(), Settings.PERIOD_SECONDS),
			"", "| fault | expected | verdicts of the periods | requests | void runs | result |",
			"|---|---|---|---|---:|---|"));

	/** Writes each row at once, because the run may be aborted. */
	void add(Row row) throws IOException {
		this.lines.add(row.toString());
		System.out.println(row);
		Files.write(FILE, this.lines);
	}

	/**
	 * Describes a row that was run.
	 *
	 * @param fault the planted fault
	 * @param periods the verdicts of the periods
	 * @param load the requests as seen by the clients
	 * @param voids number of void runs, before which the machine had no free processor
	 * @param right whether the verdicts are correct
	 */
	record Row(Fault fault, List<JudgedPeriod> periods, String load, int voids, boolean right) {

		@Override
		public String toString() {
			String seen = this.periods.stream().map(JudgedPeriod::toString).collect(Collectors.joining(", "));
			return "| %s | %s | %s | %s | %d | %s |".formatted(this.fault, this.fault.wanted(), seen, this.load,
					this.voids, this.right ? "correct" : "WRONG");
		}

	}

}
