package io.perfstarter.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the experiments with the fan-out, each in a JVM with all its compilers and without
 * the agents of tests.
 */
@Tag("benchmarks")
class FanOutBenchmarkTests {

	static Set<String> names() {
		return FanOutBenchmark.names();
	}

	@BeforeAll
	static void forget() throws IOException {
		Files.deleteIfExists(Report.FOLDER.resolve(FanOutBenchmark.FILE));
	}

	@ParameterizedTest
	@MethodSource("names")
	void run(String name) throws Exception {
		boolean smoke = Boolean.getBoolean("benchmarks.smoke");
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx1g", smoke ? "-XX:TieredStopAtLevel=1" : "-XX:+TieredCompilation", "-Dbenchmarks.smoke=" + smoke,
				"-cp", System.getProperty("java.class.path"), FanOutBenchmark.class.getName(), name)
			.redirectErrorStream(true)
			.start();
		try (BufferedReader output = process.inputReader()) {
			output.lines().forEach(System.out::println);
		}
		finally {
			process.destroy();
		}
		assertThat(process.waitFor()).as("the experiment " + name).isZero();
	}

}
