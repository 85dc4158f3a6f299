package io.perfstarter.sample.sidebyside;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The candidates as a table, and a second one by phase.
 */
final class SideBySideReport {

	private static final Path FILE = Path.of("target", "side-by-side.md");

	private final List<String> rows = new ArrayList<>();

	private final List<String> phases = new ArrayList<>();

	private final List<String> skipped = new ArrayList<>();

	private final long seed;

	SideBySideReport(long seed) {
		this.seed = seed;
	}

	void add(Candidate candidate, Collection<Read> reads, Versions versions, long writes, long failed) {
		Score all = Score.of(reads, versions, (read) -> read.phase().isCounted());
		this.rows.add(String.format(Locale.ROOT, "| %s | %,d | %.1f %% | %,d | %,d | %.2f s | %d of %,d | %s |",
				candidate, all.reads(), 100.0 * all.hits() / Math.max(1, all.reads()), all.stale(), all.overBound(),
				seconds(all), failed, all.reads() + writes, candidate.infrastructure()));
		Stream.of(Phase.values()).filter(Phase::isCounted).forEach((phase) -> {
			Score score = Score.of(reads, versions, (read) -> read.phase() == phase);
			this.phases.add(String.format(Locale.ROOT, "| %s | %s | %,d | %.1f %% | %,d | %,d | %.2f s | %,d ms |",
					candidate, phase, score.reads(), 100.0 * score.hits() / Math.max(1, score.reads()), score.stale(),
					score.overBound(), seconds(score), score.p99().toMillis()));
		});
	}

	void skip(Candidate candidate, String reason) {
		this.skipped.add(String.format(Locale.ROOT, "%s was skipped: %s.", candidate, reason));
	}

	private static double seconds(Score score) {
		return score.worst().toNanos() / 1e9;
	}

	void write(String versions) throws IOException {
		List<String> lines = new ArrayList<>();
		lines.add(String.format(Locale.ROOT, "%s; %d processors, load average %.1f, seed %d", versions,
				Runtime.getRuntime().availableProcessors(),
				ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(), this.seed));
		lines.add("");
		lines.add(String.format(Locale.ROOT,
				"| candidate | reads | hit rate | stale by more than %d ms | stale by more than %d s | worst staleness | failed requests | needs |",
				Score.TOLERANCE.toMillis(), SideBySideTests.BOUND.toSeconds()));
		lines.add("|---|---:|---:|---:|---:|---:|---:|---|");
		lines.addAll(this.rows);
		lines.add("");
		lines.addAll(this.skipped);
		lines.add("");
		lines.add(String.format(Locale.ROOT,
				"| candidate | phase | reads | hit rate | stale by more than %d ms | by more than %d s | worst staleness | p99 of the response times |",
				Score.TOLERANCE.toMillis(), SideBySideTests.BOUND.toSeconds()));
		lines.add("|---|---|---:|---:|---:|---:|---:|---:|");
		lines.addAll(this.phases);
		lines.forEach(System.out::println);
		Files.write(FILE, lines);
	}

}
