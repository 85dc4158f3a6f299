package io.perfstarter.sample.coldstart;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import tools.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a cache that a training has made saves at the start of the ticket-service and at
 * its warm-up, which makes the same number of calls with and without it.
 */
@Tag("benchmarks")
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "AOT caches with the calls of a training need JDK 25")
class AotCacheTests {

	private static final double TIME_BAR = 0.5;

	private static final double CLASSES_BAR = 50;

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final int starts = Integer.getInteger("coldstart.starts", (this.smoke) ? 1 : 5);

	private final int calls = Integer.getInteger("coldstart.calls", (this.smoke) ? 5 : 50);

	@Test
	void warmupWithCache() throws Exception {
		try (TicketServices services = new TicketServices(this.smoke)) {
			List<String> arguments = new ArrayList<>(Api.calls(services.ticket()));
			arguments.add("--perf-starter.warmup.timeout=2m");
			Path cache = train(services, arguments, this.calls);
			// The maximum of a warm-up is four times the minimum.
			arguments.add("--perf-starter.warmup.min-requests=" + Math.max(1, this.calls / 4));
			List<Figures> plain = new ArrayList<>();
			List<Figures> cached = new ArrayList<>();
			for (int i = 0; i < this.starts; i++) {
				plain.add(start(services, List.of(), arguments));
				cached.add(start(services, List.of("-XX:AOTMode=on", "-XX:AOTCache=" + cache), arguments));
			}
			ColdStartReport report = new ColdStartReport(
					"Warm-up of the ticket-service with about %d calls of each of %d APIs".formatted(this.calls,
							Api.values().length));
			report.line("| | without a cache | with the cache of a training |");
			report.line("|---|---:|---:|");
			report.line(row("from the start of the JVM until ready, ms", plain, cached, Figures::readyMillis));
			report.line(row("of that the warm-up, ms", plain, cached, Figures::warmupMillis));
			report.line(row("classes loaded by the first call of each", plain, cached, Figures::linkedClasses));
			report.write("aot-cache");
			if (!this.smoke) {
				assertThat(median(cached, Figures::warmupMillis) / median(plain, Figures::warmupMillis))
					.as("warm-up with the cache ÷ without")
					.isLessThanOrEqualTo(TIME_BAR);
				assertThat(median(cached, Figures::linkedClasses)).as("classes").isLessThanOrEqualTo(CLASSES_BAR);
			}
		}
	}

	private static Path train(TicketServices services, List<String> arguments, int calls) throws Exception {
		Path cache = services.file("ticket-service.aot");
		List<String> training = new ArrayList<>(arguments);
		training.add("--perf-starter.warmup.mode=training");
		training.add("--perf-starter.warmup.min-requests=" + calls);
		try (Service service = services.start(List.of("-XX:AOTCacheOutput=" + cache), training)) {
			assertThat(service.awaitEnd()).as(service.log()).isZero();
		}
		return cache;
	}

	private static Figures start(TicketServices services, List<String> jvmOptions, List<String> arguments)
			throws Exception {
		long begin = System.nanoTime();
		try (Service service = services.start(jvmOptions, arguments).awaitReady()) {
			long millis = (System.nanoTime() - begin) / 1_000_000;
			JsonNode warmup = service.warmup();
			return new Figures(millis, warmup.get("millis").asLong(), warmup.get("linkedClasses").asLong());
		}
	}

	private static String row(String what, List<Figures> plain, List<Figures> cached, Figure figure) {
		return "| %s | %s | %s |".formatted(what, cell(plain, figure), cell(cached, figure));
	}

	private static String cell(List<Figures> starts, Figure figure) {
		List<Long> all = starts.stream().map(figure::of).toList();
		return "%.0f (%d to %d)".formatted(Median.of(all), all.stream().sorted().findFirst().orElseThrow(),
				all.stream().sorted().skip(all.size() - 1L).findFirst().orElseThrow());
	}

	private static double median(List<Figures> starts, Figure figure) {
		return Median.of(starts.stream().map(figure::of).toList());
	}

	/**
	 * One of the figures.
	 */
	private interface Figure {

		long of(Figures figures);

	}

	/**
	 * What one start has shown.
	 *
	 * @param readyMillis from the start of the JVM until ready
	 * @param warmupMillis how long the warm-up took
	 * @param linkedClasses how many classes the first call of each has loaded
	 */
	private record Figures(long readyMillis, long warmupMillis, long linkedClasses) {

	}

}
