package io.perfstarter.sample.slow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Writes the table of the rows that were run; docs/reference/planted-faults.md has a
 * summary of a recorded run.
 */
final class MatrixReport {

	private static final Path FILE = Path.of("target", "diagnosis-matrix.md");

	private static final int MANY = 10;

	private final List<String> lines = new ArrayList<>(List.of(
			"%s, %d processors, periods of %d s; a cause and the share of requests that were slow".formatted(
					Jdk.given().stream().map(Jdk::toString).collect(Collectors.joining(" and ")),
					Runtime.getRuntime().availableProcessors(), Settings.PERIOD_SECONDS),
			"", "| fault | what is wrong | condition | expected | said | requests | void runs | result |",
			"|---|---|---|---|---|---|---:|---|"));

	void addSkipped(Run run) throws IOException {
		add("| %s | %s | %s threads | %s | | | | skipped: no JDK with virtual threads is given by -Dfaults.jdk |"
			.formatted(run.fault(), run.fault().text(), run.threads(), run.fault().wanted()));
	}

	void add(Row row) throws IOException {
		add(row.toString());
	}

	/** Writes each row at once, because the run may be aborted. */
	private void add(String line) throws IOException {
		this.lines.add(line);
		System.out.println(line);
		Files.write(FILE, this.lines);
	}

	/**
	 * Describes a row that was run.
	 *
	 * @param run the planted fault and its condition
	 * @param periods the verdicts of the periods
	 * @param load the requests as seen by the clients
	 * @param voids number of void runs, before which the machine had no free processor
	 * @param result how good the verdicts are
	 * @param problem why the row could not be run, or what was warned of though nothing
	 * is wrong, or empty
	 */
	record Row(Run run, List<JudgedPeriod> periods, String load, int voids, Result result, String problem) {

		@Override
		public String toString() {
			Fault fault = this.run.fault();
			return "| %s | %s | %s | %s | %s | %s | %d | %s |".formatted(fault, fault.text(), this.run.condition(),
					fault.wanted(), (said() + ' ' + cell(this.problem)).strip(), this.load, this.voids, this.result);
		}

		/** Of many periods those with a cause. */
		private String said() {
			List<String> said = this.periods.stream().map(JudgedPeriod::toString).toList();
			if (said.size() <= MANY) {
				return String.join(", ", said);
			}
			List<String> causes = this.periods.stream()
				.filter((period) -> !period.causes().isEmpty())
				.map(JudgedPeriod::toString)
				.toList();
			return "%d periods, %d with a cause: %s".formatted(said.size(), causes.size(), String.join(", ", causes));
		}

		private static String cell(String text) {
			return text.replace('|', '/').replaceAll("\\s+", " ");
		}

	}

}
