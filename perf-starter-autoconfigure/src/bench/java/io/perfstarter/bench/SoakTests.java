package io.perfstarter.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Lets the reports run for ten minutes ({@code -Dsoak.seconds}) with 100,000 statements,
 * each of another text, in a heap of 64 MB.
 */
@Tag("benchmarks")
class SoakTests {

	/**
	 * What a heap that is flat may differ by.
	 */
	private static final double GROWTH = 1;

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	@Test
	void heapIsFlat() throws Exception {
		int seconds = this.smoke ? 10 : Integer.getInteger("soak.seconds", 600);
		int statements = this.smoke ? 5_000 : 100_000;
		List<Long> heaps = heaps(seconds, statements);
		assertThat(heaps).hasSizeGreaterThanOrEqualTo(20);
		// By then all that is bounded has reached its bound.
		long middle = heaps.get(heaps.size() / 2);
		long end = heaps.get(heaps.size() - 1);
		Report report = new Report(
				"%,d statements, each of another text, in %d s and a heap of 64 MB".formatted(statements, seconds));
		report.row("heap in the middle", Heap.text(middle));
		report.atMost("growth from there to the end", "%.2f MiB", Heap.mebibytes(end - middle), GROWTH);
		report.write("soak.md");
		assertThat(this.smoke ? List.of() : report.exceeded()).isEmpty();
	}

	private static List<Long> heaps(int seconds, int statements) throws IOException, InterruptedException {
		Process process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-Xmx64m", "-XX:+ExitOnOutOfMemoryError", "-cp", System.getProperty("java.class.path"),
				SoakMain.class.getName(), Integer.toString(seconds), Integer.toString(statements))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		try (BufferedReader lines = new BufferedReader(
				new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
			List<Long> heaps = lines.lines()
				.filter((line) -> line.startsWith("heap "))
				.map((line) -> Long.valueOf(line.substring("heap ".length())))
				.toList();
			assertThat(process.waitFor()).isZero();
			return heaps;
		}
		finally {
			process.destroyForcibly();
		}
	}

}
