package io.perfstarter.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the benchmarks of this package with JMH and writes their table to the build
 * folder; {@code -Dbenchmarks.smoke=true} only sees that each of them runs.
 */
@Tag("benchmarks")
class BenchmarksTests {

	private static final Path TABLE = Path.of("target", "benchmarks", "jmh.md");

	@Test
	void run() throws Exception {
		boolean smoke = Boolean.getBoolean("benchmarks.smoke");
		OptionsBuilder options = new OptionsBuilder();
		options.include("io\\.perfstarter\\.bench\\..*Benchmark")
			// Not those of the tests, which are for short runs.
			.jvmArgs("-Xmx1g")
			.forks(smoke ? 1 : 5)
			.warmupIterations(smoke ? 1 : 5)
			.warmupTime(TimeValue.milliseconds(smoke ? 100 : 1000))
			.measurementIterations(smoke ? 1 : 5)
			.measurementTime(TimeValue.milliseconds(smoke ? 100 : 1000))
			.shouldFailOnError(true);
		Collection<RunResult> results = new Runner(options.build()).run();
		String table = table(results);
		System.out.println(table);
		Files.createDirectories(TABLE.getParent());
		Files.writeString(TABLE, table);
		assertThat(results).hasSize(11);
	}

	private static String table(Collection<RunResult> results) {
		return results.stream()
			.map((result) -> String.format(Locale.ROOT, "| %s | %.1f ± %.1f | %s |",
					result.getParams().getBenchmark().replace("io.perfstarter.bench.", ""),
					result.getPrimaryResult().getScore(), result.getPrimaryResult().getScoreError(),
					result.getPrimaryResult().getScoreUnit()))
			.collect(Collectors.joining("\n", "| benchmark | mean | |\n|---|---|---|\n", "\n"));
	}

}
