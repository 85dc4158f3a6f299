package io.perfstarter.sample.slow;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

import io.perfstarter.fixtures.Tier;
import io.perfstarter.reporting.rules.Cause;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Compares heap sizes: a service whose heap is too small for its live set logs the heap
 * size that it needs, and is fast with that size.
 */
@Tag(Tier.ALL)
class HeapSizeTests {

	/** Searches more pages in turn than the cache holds. */
	private static final Load LOAD = new Load(20, 1, 4,
			IntStream.range(0, 40)
				.mapToObj((page) -> "/tickets/api/v1/search?parkingLotId=1&size=100&page=" + page)
				.toList());

	private static final List<String> SMALL_CACHE = List
		.of("--perf-starter.coherence.caches.ticket-search.max-entries=4");

	private static final Pattern ADVICE = Pattern.compile("GC_HEAP_TOO_SMALL.*?-Xmx(\\d+)m");

	private static final Duration WARM_UP = Duration.ofSeconds(4);

	private static final Duration MEASURED = Duration.ofSeconds(4L * Settings.PERIOD_SECONDS);

	@AutoClose
	private FaultMatrix matrix;

	@BeforeEach
	void open() throws Exception {
		this.matrix = new FaultMatrix();
	}

	@Test
	void theHeapThatTheLogNamesMakesItFast() throws Exception {
		int advised;
		double before;
		try (SlowProcess small = start(Settings.SMALL_HEAP.heap())) {
			before = mean(small);
			await("advice").until(() -> ADVICE.matcher(small.log()).find());
			advised = ADVICE.matcher(small.log())
				.results()
				.mapToInt((found) -> Integer.parseInt(found.group(1)))
				.findFirst()
				.orElseThrow();
		}
		try (SlowProcess large = start(advised)) {
			double after = mean(large);
			System.out.printf(Locale.ROOT, "-Xmx%dm: mean %.1f ms; -Xmx%dm, as advised: mean %.1f ms%n",
					Settings.SMALL_HEAP.heap(), before, advised, after);
			assertThat(large.periods()).as("periods").hasSizeGreaterThanOrEqualTo(3);
			assertThat(large.periods().subList(0, 2)).as("periods with -Xmx%dm", advised)
				.noneMatch((period) -> period.causes().contains(Cause.GC_HEAP_TOO_SMALL));
			assertThat(after).as("mean in ms with -Xmx%dm", advised).isLessThanOrEqualTo(before / 2);
		}
	}

	/** Excludes the warm-up of the JVM from the mean. */
	private static double mean(SlowProcess process) throws InterruptedException {
		load(process, WARM_UP);
		return load(process, MEASURED);
	}

	private static double load(SlowProcess process, Duration time) throws InterruptedException {
		try (RunningLoad load = new RunningLoad(LOAD, process.url())) {
			Thread.sleep(time.toMillis());
			return load.mean();
		}
	}

	private SlowProcess start(int heap) throws Exception {
		return this.matrix.start(Launch.of(Settings.SMALL_HEAP), heap, "heap-of-" + heap, SMALL_CACHE).awaitReady();
	}

}
