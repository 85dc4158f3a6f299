package io.perfstarter.bench;

import java.nio.file.Files;
import java.util.Collection;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Runs the benchmarks of this package with JMH, each beside its peer, and writes their
 * table to the build folder; {@code -Dbenchmarks.smoke=true} only sees that each of them
 * runs, {@code -Dbenchmarks.include=TimeBreakdown} runs one class, and
 * {@code -Dbenchmarks.rounds=9} runs each nine times.
 */
@Tag("benchmarks")
class BenchmarksTests {

	private static final String FILE = "jmh.md";

	private static final String ALL = ".*";

	private static final double HIT_BAR = 1.25;

	private static final double ADVICE_BAR = 1.2;

	private static final double MANAGED_BAR = 2.5;

	private static final double ROUTED_BAR = 1_000;

	private static final double DECISION_BAR = 1_000;

	private static final double TRACKING_BAR = 500;

	private static final double REQUEST_BAR = 1_500;

	private static final double CALL_BAR = 100;

	private static final double BYTES_BAR = 400;

	private static final double READ_BAR = 2_000;

	private static final double ROWS_BAR = 1.05;

	private static final double SUBMIT_BAR = 1.5;

	private static final double FULL_BAR = 5_000;

	private static final String LONGEST = " (p99.9)";

	private static final String BYTES = " (bytes)";

	private final boolean smoke = Boolean.getBoolean("benchmarks.smoke");

	private final String included = System.getProperty("benchmarks.include", ALL);

	@Test
	void run() throws Exception {
		if (this.smoke) {
			// Whoever else measures on this machine is not to fail what does not measure.
			System.setProperty("jmh.ignoreLock", "true");
		}
		Report report = new Report("Hits, advice, transactions and executors, beside their peers");
		Map<String, double[]> times = new TreeMap<>();
		int rounds = this.smoke ? 1 : Integer.getInteger("benchmarks.rounds", 5);
		for (int round = 0; round < rounds; round++) {
			// In turns, so that what the machine does meanwhile concerns all.
			for (RunResult result : round()) {
				Result<?> primary = result.getPrimaryResult();
				times.computeIfAbsent(name(result), (name) -> new double[rounds])[round] = primary.getScore();
				if (name(result).endsWith("Request")) {
					times.computeIfAbsent(name(result) + BYTES, (name) -> new double[rounds])[round] = result
						.getSecondaryResults()
						.get("gc.alloc.rate.norm")
						.getScore();
				}
				if (result.getParams().getMode() == Mode.SampleTime) {
					times.computeIfAbsent(name(result) + LONGEST, (name) -> new double[rounds])[round] = primary
						.getStatistics()
						.getPercentile(99.9);
				}
			}
		}
		times.forEach((name, nanos) -> report.row(name,
				String.format(Locale.ROOT, name.endsWith(BYTES) ? "%.0f B" : "%.1f ns", Latencies.median(nanos))));
		times.keySet().forEach((name) -> addRatio(report, times, name));
		Files.deleteIfExists(Report.FOLDER.resolve(FILE));
		report.write(FILE);
		assertThat(times).hasSize((this.included.equals(ALL)) ? 54 : times.size()).isNotEmpty();
		if (!this.smoke) {
			assertThat(report.exceeded()).isEmpty();
		}
	}

	private Collection<RunResult> round() throws RunnerException {
		OptionsBuilder options = new OptionsBuilder();
		options.include("io\\.perfstarter\\.bench\\.(?:" + this.included + ")Benchmark")
			// Not those of the tests, which are for short runs.
			.jvmArgs("-Xmx1g")
			.forks(this.smoke ? 0 : 1)
			.warmupIterations(this.smoke ? 1 : 3)
			.warmupTime(TimeValue.milliseconds(this.smoke ? 100 : 1000))
			.measurementIterations(this.smoke ? 1 : 4)
			.measurementTime(TimeValue.milliseconds(this.smoke ? 100 : 1000))
			.addProfiler(GCProfiler.class)
			.verbosity(VerboseMode.SILENT)
			.shouldFailOnError(true);
		return new Runner(options.build()).run();
	}

	private static String name(RunResult result) {
		String parameters = result.getParams()
			.getParamsKeys()
			.stream()
			.map((key) -> " (" + result.getParams().getParam(key) + ")")
			.collect(Collectors.joining());
		return result.getPrimaryResult().getLabel() + parameters;
	}

	private static void addRatio(Report report, Map<String, double[]> times, String name) {
		if (name.startsWith("guardedHit")) {
			addHit(report, times, name, name.replaceFirst("guardedHit\\w+", "plainHit"));
		}
		else if (name.equals("evictTicketCache")) {
			addRatio(report, times, name, "plainCacheEvict", ADVICE_BAR);
		}
		else if (name.equals("cacheEvict")) {
			addRatio(report, times, name, "plainCacheEvict", MANAGED_BAR);
		}
		else if (name.startsWith("updateAnd")) {
			report.row(name + " ÷ plainUpdateAndCacheEvict", String.format(Locale.ROOT, "%.2f",
					median(times, name) / median(times, "plainUpdateAndCacheEvict")));
		}
		else if (name.equals("routedReadOnlyTransaction")) {
			report.atMost("routedReadOnlyTransaction − lazyReadOnlyTransaction", "%.0f ns",
					median(times, name) - median(times, "lazyReadOnlyTransaction"), ROUTED_BAR);
		}
		else if (name.equals("trackedTransaction")) {
			report.atMost("trackedTransaction − observedTransaction", "%.0f ns",
					median(times, name) - median(times, "observedTransaction"), TRACKING_BAR);
		}
		else if (name.equals("measuredRequest")) {
			addDifference(report, times, name, "observedRequest", "%.0f ns", REQUEST_BAR);
		}
		else if (name.equals("measuredRequest" + BYTES)) {
			addDifference(report, times, name, "observedRequest" + BYTES, "%.0f B", BYTES_BAR);
		}
		else if (name.equals("measuredCall")) {
			addDifference(report, times, name, "observedCall", "%.0f ns", CALL_BAR);
		}
		else if (name.startsWith("observedRead")) {
			addRead(report, times, name);
		}
		else if (name.equals("submitToOccupiedExecutor")) {
			addRatio(report, times, name, "submitToOccupiedPool", SUBMIT_BAR);
		}
		else if (name.equals("submitToExecutor")) {
			addRatio(report, times, name, "submitToPool", SUBMIT_BAR);
		}
		else if (name.equals("submitToFullExecutor" + LONGEST)) {
			report.atMost(name, "%.0f ns", median(times, name), FULL_BAR);
		}
		else if (name.equals("decision")) {
			report.atMost(name, "%.0f ns", median(times, name), DECISION_BAR);
		}
	}

	/**
	 * Whoever has peers reads the clock at each hit, instead of Ehcache doing so for a
	 * cache of ours, and besides the store for one of the user's. To that, and to a bare
	 * map, there is no ratio.
	 */
	private static void addHit(Report report, Map<String, double[]> times, String name, String plain) {
		if (name.endsWith("(map)")) {
			report.row(name + " adds",
					String.format(Locale.ROOT, "%.1f ns", median(times, name) - median(times, plain)));
		}
		else if (name.equals("guardedHitWithPeers (caffeine)")) {
			report.row("%s ÷ %s".formatted(name, plain),
					String.format(Locale.ROOT, "%.2f", median(times, name) / median(times, plain)));
			report.atMost("%s less readClock ÷ %s".formatted(name, plain), "%.2f",
					(median(times, name) - median(times, "readClock")) / median(times, plain), HIT_BAR);
		}
		else {
			addRatio(report, times, name, plain, HIT_BAR);
		}
	}

	private static void addRead(Report report, Map<String, double[]> times, String name) {
		String plain = name.replace("observed", "plain");
		if (name.endsWith("(10000)")) {
			report.row("%s ÷ %s".formatted(name, plain),
					String.format(Locale.ROOT, "%.2f", median(times, name) / median(times, plain)));
		}
		else if (name.endsWith("(1000)")) {
			addRatio(report, times, name, plain, ROWS_BAR);
		}
		else {
			addDifference(report, times, name, plain, "%.0f ns", READ_BAR);
		}
	}

	private static void addRatio(Report report, Map<String, double[]> times, String name, String peer, double bar) {
		report.atMost("%s ÷ %s".formatted(name, peer), "%.2f", median(times, name) / median(times, peer), bar);
	}

	private static void addDifference(Report report, Map<String, double[]> times, String name, String peer,
			String format, double bar) {
		report.atMost("%s − %s".formatted(name, peer), format, median(times, name) - median(times, peer), bar);
	}

	private static double median(Map<String, double[]> times, String name) {
		return Latencies.median(times.get(name));
	}

}
