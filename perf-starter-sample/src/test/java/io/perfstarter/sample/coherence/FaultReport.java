package io.perfstarter.sample.coherence;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The worst staleness per fault, as a table.
 */
final class FaultReport {

	private static final Path FILE = Path.of("target", "coherence-faults.md");

	private final List<String> lines = new ArrayList<>(
			List.of("| fault | reads | hits | stale | not answered | worst staleness | bound |",
					"|---|---:|---:|---:|---:|---:|---:|"));

	void add(String fault, Duration bound, Observation observation) {
		this.lines.add("| %s | %d | %d | %d | %d | %s | %s |".formatted(fault, observation.reads(), observation.hits(),
				observation.stale().size(), observation.failed(), seconds(observation.worst()), seconds(bound)));
	}

	private static String seconds(Duration duration) {
		return String.format(Locale.ROOT, "%.3f s", duration.toNanos() / 1e9);
	}

	void write() throws IOException {
		Files.write(FILE, this.lines);
		this.lines.forEach(System.out::println);
	}

}
