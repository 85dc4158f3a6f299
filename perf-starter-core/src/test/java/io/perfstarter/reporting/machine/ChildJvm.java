package io.perfstarter.reporting.machine;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs a main class in a JVM of its own, of the same kind.
 */
final class ChildJvm {

	private ChildJvm() {
	}

	/**
	 * Runs it to its end.
	 * @return what it wrote, line by line
	 */
	static List<String> run(Class<?> main, List<String> options, Path directory)
			throws IOException, InterruptedException {
		File output = directory.resolve("output.txt").toFile();
		Process process = start(main, options, output);
		try {
			assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
		}
		finally {
			process.destroyForcibly();
		}
		List<String> lines = Files.readAllLines(output.toPath());
		assertThat(process.exitValue()).as(String.join("\n", lines)).isZero();
		return lines;
	}

	/**
	 * Starts it.
	 * @param output where to write what it writes
	 */
	static Process start(Class<?> main, List<String> options, File output) throws IOException {
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(options);
		command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
		return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output).start();
	}

}
