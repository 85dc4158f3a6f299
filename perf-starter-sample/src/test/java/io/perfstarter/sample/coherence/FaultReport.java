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

	private final Path file;

	private final List<String> lines = new ArrayList<>(List.of("Seed of the load: %d".formatted(Load.SEED), "",
			"| fault | seconds | reads | hits | stale | not answered | worst staleness | bound |",
			"|---|---:|---:|---:|---:|---:|---:|---:|"));

	private long start = System.nanoTime();

	FaultReport(String name) {
		this.file = Path.of("target", name + ".md");
	}

	/** Written at once, for the case that the run is ended. */
	void add(String fault, Duration bound, Observation observation) throws IOException {
		long now = System.nanoTime();
		this.lines.add("| %s | %d | %d | %d | %d | %d | %s | %s |".formatted(fault,
				Duration.ofNanos(now - this.start).toSeconds(), observation.reads(), observation.hits(),
				observation.stale().size(), observation.failed(), seconds(observation.worst()), seconds(bound)));
		this.start = now;
		Files.write(this.file, this.lines);
	}

	void print() {
		this.lines.forEach(System.out::println);
	}

	private static String seconds(Duration duration) {
		return String.format(Locale.ROOT, "%.3f s", duration.toNanos() / 1e9);
	}

}
