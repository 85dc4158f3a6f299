package io.perfstarter.routing.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import io.perfstarter.routing.faults.Operation.Kind;

/**
 * Writes the cost of each fault as a table.
 */
final class FaultTable {

	private static final Path FILE = Path.of("target", "routing-faults.md");

	private final List<String> rows = new ArrayList<>(List.of(
			"| fault | reads | failed | longest ms | reads of own writes | failed | longest ms | stale "
					+ "| behind, primary gone | writes | failed | longest ms | noticed ms | whole again ms |",
			"|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|"));

	private final List<String> notes = new ArrayList<>();

	/**
	 * Written immediately in case the run is aborted.
	 */
	void add(String fault, Outcome outcome) throws IOException {
		Duration noticed = outcome.noticedIn((known) -> !known.primary() || !known.standby());
		long behind = outcome.operations().stream().filter(Operation::behind).count();
		this.rows.add("| %s | %s | %s | %d | %d | %s | %s | %d |".formatted(fault, cells(outcome.of(Kind.READ)),
				cells(outcome.of(Kind.OWN_READ)), outcome.stale().size(), behind - outcome.stale().size(),
				cells(outcome.of(Kind.WRITE)), (noticed != null) ? noticed.toMillis() : "-",
				outcome.wholeIn().toMillis()));
		outcome.failures()
			.forEach((failure, number) -> this.notes.add("- %s: %d x %s".formatted(fault, number, failure)));
		write();
	}

	private static String cells(List<Operation> operations) {
		return "%d | %d | %d".formatted(operations.size(), Outcome.failed(operations).size(),
				Outcome.longest(operations).toMillis());
	}

	void note(String note) throws IOException {
		this.notes.add("- " + note);
		write();
	}

	private List<String> lines() {
		List<String> lines = new ArrayList<>(this.rows);
		lines.add("");
		lines.addAll(this.notes);
		return lines;
	}

	private void write() throws IOException {
		Files.write(FILE, lines());
	}

	void print() {
		lines().forEach(System.out::println);
	}

}
