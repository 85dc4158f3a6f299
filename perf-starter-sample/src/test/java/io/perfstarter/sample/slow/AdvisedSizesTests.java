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
 * Follows advice that is a number: with the size that the log names, the same requests
 * take at most two thirds of the time. For the heap, processor time is compared, because
 * a busy machine changes the durations of requests; for the others, requests wait, and do
 * not compute.
 */
@Tag(Tier.ALL)
class AdvisedSizesTests {

	/** Searches more pages in turn than the cache holds. */
	private static final Load SEARCHES = new Load(20, 1, 4,
			IntStream.range(0, 40)
				.mapToObj((page) -> "/tickets/api/v1/search?parkingLotId=1&size=100&page=" + page)
				.toList());

	private static final List<String> SMALL_CACHE = List
		.of("--perf-starter.coherence.caches.ticket-search.max-entries=4");

	private static final Pattern HEAP = Pattern.compile("GC_HEAP_TOO_SMALL.*?-Xmx(\\d+)m");

	private static final Pattern POOL = Pattern
		.compile("POOL_TOO_SMALL.*?maximum-pool-size of this pool (?:to|must be) (\\d+)");

	private static final Pattern THREADS = Pattern.compile("THREADS_EXHAUSTED.*?server.tomcat.threads.max to (\\d+)");

	private static final Duration WARM_UP = Duration.ofSeconds(4);

	private static final Duration MEASURED = Duration.ofSeconds(4L * Settings.PERIOD_SECONDS);

	@AutoClose
	private FaultMatrix matrix;

	private int started;

	@BeforeEach
	void open() throws Exception {
		this.matrix = new FaultMatrix();
	}

	@Test
	void theHeapThatTheLogNamesMakesItFast() throws Exception {
		int advised;
		Cost before;
		try (SlowProcess small = start(Settings.SMALL_HEAP, Settings.SMALL_HEAP.heap(), SMALL_CACHE)) {
			before = cost(small, SEARCHES);
			advised = advised(small, HEAP);
		}
		try (SlowProcess large = start(Settings.SMALL_HEAP, advised, SMALL_CACHE)) {
			Cost after = cost(large, SEARCHES);
			System.out.printf("-Xmx%dm: %s; -Xmx%dm, as advised: %s%n", Settings.SMALL_HEAP.heap(), before, advised,
					after);
			assertThat(large.periods()).as("periods").hasSizeGreaterThanOrEqualTo(3);
			assertThat(large.periods().subList(0, 2)).as("periods with -Xmx%dm", advised)
				.noneMatch((period) -> period.causes().contains(Cause.GC_HEAP_TOO_SMALL));
			assertThat(after.processor()).as("processor time in ms for a request with -Xmx%dm", advised)
				.isLessThanOrEqualTo(before.processor() / 1.5);
		}
	}

	@Test
	void thePoolThatTheLogNamesMakesItFast() throws Exception {
		follow("--spring.datasource.hikari.maximum-pool-size=", POOL, Load.of(20, "/slow/query/300").atOnce(6));
	}

	@Test
	void theThreadsThatTheLogNamesMakeItFast() throws Exception {
		follow("--server.tomcat.threads.max=", THREADS, Load.of(30, "/slow/query/80").atOnce(20));
	}

	private void follow(String option, Pattern advice, Load load) throws Exception {
		int advised;
		Cost before;
		try (SlowProcess small = start(Settings.COLD, Settings.COLD.heap(), List.of(option + 2))) {
			before = cost(small, load);
			advised = advised(small, advice);
		}
		try (SlowProcess large = start(Settings.COLD, Settings.COLD.heap(), List.of(option + advised))) {
			Cost after = cost(large, load);
			System.out.printf("%s2: %s; %d, as advised: %s%n", option, before, advised, after);
			assertThat(after.duration()).as("duration in ms of a request with %s%d", option, advised)
				.isLessThanOrEqualTo(before.duration() / 1.5);
		}
	}

	private static int advised(SlowProcess process, Pattern advice) {
		await("advice").until(() -> advice.matcher(process.log()).find());
		return advice.matcher(process.log())
			.results()
			.mapToInt((found) -> Integer.parseInt(found.group(1)))
			.findFirst()
			.orElseThrow();
	}

	/** Excludes the warm-up of the JVM. */
	private static Cost cost(SlowProcess process, Load requests) throws InterruptedException {
		load(process, requests, WARM_UP);
		return load(process, requests, MEASURED);
	}

	private static Cost load(SlowProcess process, Load requests, Duration time) throws InterruptedException {
		Duration before = process.processorTime();
		RunningLoad load = new RunningLoad(requests, process.url());
		try (load) {
			Thread.sleep(time.toMillis());
		}
		return new Cost(load.mean(), process.processorTime().minus(before).toNanos() / 1e6 / load.answers());
	}

	private SlowProcess start(Settings settings, int heap, List<String> options) throws Exception {
		return this.matrix.start(Launch.of(settings), heap, "advised-" + this.started++, options).awaitReady();
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
