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
 * size that it needs, and takes at most two thirds of the processor time for a request
 * with that size. Processor time is compared because a busy machine changes the durations
 * of requests.
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
		Cost before;
		try (SlowProcess small = start(Settings.SMALL_HEAP.heap())) {
			before = cost(small);
			await("advice").until(() -> ADVICE.matcher(small.log()).find());
			advised = ADVICE.matcher(small.log())
				.results()
				.mapToInt((found) -> Integer.parseInt(found.group(1)))
				.findFirst()
				.orElseThrow();
		}
		try (SlowProcess large = start(advised)) {
			Cost after = cost(large);
			System.out.printf("-Xmx%dm: %s; -Xmx%dm, as advised: %s%n", Settings.SMALL_HEAP.heap(), before, advised,
					after);
			assertThat(large.periods()).as("periods").hasSizeGreaterThanOrEqualTo(3);
			assertThat(large.periods().subList(0, 2)).as("periods with -Xmx%dm", advised)
				.noneMatch((period) -> period.causes().contains(Cause.GC_HEAP_TOO_SMALL));
			assertThat(after.processor()).as("processor time in ms for a request with -Xmx%dm", advised)
				.isLessThanOrEqualTo(before.processor() / 1.5);
		}
	}

	/** Excludes the warm-up of the JVM. */
	private static Cost cost(SlowProcess process) throws InterruptedException {
		load(process, WARM_UP);
		return load(process, MEASURED);
	}

	private static Cost load(SlowProcess process, Duration time) throws InterruptedException {
		Duration before = process.processorTime();
		RunningLoad load = new RunningLoad(LOAD, process.url());
		try (load) {
			Thread.sleep(time.toMillis());
		}
		return new Cost(load.mean(), process.processorTime().minus(before).toNanos() / 1e6 / load.answers());
	}

	private SlowProcess start(int heap) throws Exception {
		return this.matrix.start(Launch.of(Settings.SMALL_HEAP), heap, "heap-of-" + heap, SMALL_CACHE).awaitReady();
	}

	/**
	 * The mean cost of a request, in milliseconds.
	 */
	private record Cost(double duration, double processor) {

		@Override
		public String toString() {
			return String.format(Locale.ROOT, "mean %.1f ms, %.1f ms of processor time", this.duration, this.processor);
		}

	}

}
