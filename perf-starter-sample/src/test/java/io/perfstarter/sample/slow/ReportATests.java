package io.perfstarter.sample.slow;

import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.perfstarter.reporting.verdict.Cause;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * Replays report A: a heap that is too small for what lives in it. The service says so,
 * and which heap it needs; with that one it is fast.
 */
@Tag("faults")
class ReportATests {

	/** The page search, each answer composed anew. */
	private static final Load LOAD = Load.of(20,
			"/tickets/api/v1/search?parkingLotId=1&searchStartAt=2024-03-01&searchEndAt=2024-03-31&page={i}&size=100")
		.atOnce(4);

	private static final List<String> NO_CACHE = List.of("--spring.cache.type=none");

	private static final Pattern ADVICE = Pattern.compile("GC_HEAP_TOO_SMALL.*?-Xmx(\\d+)m");

	private static final Duration MEASURED = Duration.ofSeconds(4L * Settings.PERIOD_SECONDS);

	private FaultMatrix matrix;

	@BeforeEach
	void open() throws Exception {
		this.matrix = new FaultMatrix();
	}

	@AfterEach
	void close() throws Exception {
		this.matrix.close();
	}

	@Test
	void theHeapThatTheLogNamesMakesItFast() throws Exception {
		int advised;
		double before;
		try (SlowProcess small = start(Settings.SMALL_HEAP.heap());
				RunningLoad load = new RunningLoad(LOAD, small.url())) {
			await("advice").atMost(Duration.ofSeconds(60)).until(() -> ADVICE.matcher(small.log()).find());
			Matcher advice = ADVICE.matcher(small.log());
			assertThat(advice.find()).isTrue();
			advised = Integer.parseInt(advice.group(1));
			before = load.mean();
		}
		try (SlowProcess large = start(advised); RunningLoad load = new RunningLoad(LOAD, large.url())) {
			Thread.sleep(MEASURED.toMillis());
			assertThat(large.periods()).as("periods").hasSizeGreaterThanOrEqualTo(3);
			assertThat(large.periods().subList(0, 2)).as("periods with -Xmx%dm", advised)
				.noneMatch((period) -> period.causes().contains(Cause.GC_HEAP_TOO_SMALL));
			System.out.printf("-Xmx%dm: mean %.1f ms; -Xmx%dm, as advised: %s%n", Settings.SMALL_HEAP.heap(), before,
					advised, load);
			assertThat(load.mean()).as("mean in ms with -Xmx%dm", advised).isLessThanOrEqualTo(before / 2);
		}
	}

	private SlowProcess start(int heap) throws Exception {
		return this.matrix.start(Settings.SMALL_HEAP, heap, "heap-of-" + heap, NO_CACHE).awaitReady();
	}

}
