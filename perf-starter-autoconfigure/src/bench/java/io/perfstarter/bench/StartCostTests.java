package io.perfstarter.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the starter, as it is by default, takes of the start of a small service with MVC
 * and JDBC: starts with it and without it in turns.
 */
@Tag("benchmarks")
class StartCostTests {

	private static final String FILE = "start.md";

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final int pairs = this.smoke ? 1 : Integer.getInteger("start.pairs", 11);

	@Test
	void startOfAServiceWithADatabase() throws Exception {
		Report report = new Report(
				"A start with MVC and JDBC, with the starter and without, %d pairs in turns".formatted(this.pairs));
		Pairs wall = new Pairs();
		Pairs processor = new Pairs();
		Pairs memory = new Pairs();
		try (EmbeddedPostgres database = EmbeddedPostgres.start()) {
			List<String> arguments = List.of("--spring.datasource.url=" + database.getJdbcUrl("postgres", "postgres"),
					"--spring.datasource.username=postgres");
			// The first ones read the files.
			start(true, arguments);
			start(false, arguments);
			for (int pair = 0; pair < this.pairs; pair++) {
				// Who is first changes, too.
				Start first = start(pair % 2 == 0, arguments);
				Start second = start(pair % 2 != 0, arguments);
				Start with = (pair % 2 == 0) ? first : second;
				Start without = (pair % 2 == 0) ? second : first;
				wall.add(with.wall(), without.wall());
				processor.add(with.processor(), without.processor());
				memory.add(with.memory(), without.memory());
			}
		}
		report.row("until it is started, with and without", text("%.2f s", wall));
		report.row("processor time until then, with and without", text("%.2f s", processor));
		report.row("resident memory then, with and without", text("%.0f MiB", memory));
		report.row("processor time, median of the ratios", "%.2f".formatted(processor.ratio()));
		report.row("resident memory, median of the ratios", "%.2f".formatted(memory.ratio()));
		report.atMost("until it is started, median of the ratios", "%.2f", wall.ratio(), 1.05);
		report.write(FILE);
		if (!this.smoke) {
			assertThat(report.exceeded()).isEmpty();
		}
	}

	private static Start start(boolean starter, List<String> arguments) throws IOException {
		long begin = System.nanoTime();
		try (ServiceProcess service = new ServiceProcess(starter, arguments)) {
			double wall = (System.nanoTime() - begin) / 1e9;
			double processor = ProcessHandle.of(service.pid())
				.flatMap((process) -> process.info().totalCpuDuration())
				.orElseThrow()
				.toNanos() / 1e9;
			return new Start(wall, processor, resident(service.pid()));
		}
	}

	/** Only Linux tells it. */
	private static double resident(long pid) throws IOException {
		return Files.readAllLines(Path.of("/proc/%d/status".formatted(pid)))
			.stream()
			.filter((line) -> line.startsWith("VmRSS:"))
			.mapToDouble((line) -> Double.parseDouble(line.replaceAll("\\D", "")) / 1024)
			.findFirst()
			.orElseThrow();
	}

	private static String text(String format, Pairs pairs) {
		return String.format(Locale.ROOT, format + ", " + format, pairs.with(), pairs.without());
	}

	/**
	 * What was measured of one start.
	 *
	 * @param wall the time until it was started, in seconds
	 * @param processor the processor time of the process until then, in seconds
	 * @param memory its resident memory then, in MiB
	 */
	private record Start(double wall, double processor, double memory) {
	}

}
