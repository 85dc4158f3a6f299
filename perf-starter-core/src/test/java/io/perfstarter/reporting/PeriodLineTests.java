package io.perfstarter.reporting;

import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;

import io.perfstarter.reporting.window.CacheWindow;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.PoolWindow;
import io.perfstarter.reporting.window.Window;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PeriodLine}.
 */
class PeriodLineTests {

	private final PeriodLine line = new PeriodLine();

	@Test
	void saysTheWorstFirstAndIsShort() {
		assertThat(this.line.of(Samples.window(Samples.NOON)))
			.isEqualTo("period=30s requests=1240 p50=12ms p99=1310ms slow=31"
					+ " | gc=G1 stw=38.0% longest=212ms live=82M/123M"
					+ " | limiter=requests active=4/4 waiting=12 refused=3 wait-mean=85ms"
					+ " | cache=tickets hit-rate=17.36% evictions=0 size=595 | …")
			.hasSizeLessThanOrEqualTo(PeriodLine.LENGTH);
	}

	@Test
	void isShortHoweverMuchIsUnusual() {
		List<PoolWindow> pools = IntStream.range(0, 100).mapToObj((i) -> pool("pool" + i, 1_000)).toList();
		assertThat(this.line.of(with(pools, List.of()))).hasSizeBetween(150, PeriodLine.LENGTH).endsWith(" | …");
		assertThat(this.line.of(with(List.of(pool("a pool" + "!".repeat(300), 1_000)), List.of())))
			.isEqualTo("period=30s requests=1000 p50=12ms p99=1310ms slow=0 | …");
	}

	@Test
	void saysNothingWhileEverythingIsUsual() {
		assertThat(this.line.of(waiting(99))).isNull();
		assertThat(this.line.of(waiting(1))).isNull();
		assertThat(this.line.of(Samples.idle(Samples.NOON))).isNull();
	}

	@Test
	void saysOnceWhatBecomesUsual() {
		assertThat(this.line.of(waiting(200))).contains("wait-max=200ms");
		assertThat(this.line.of(waiting(200))).isNull();
		assertThat(this.line.of(waiting(299))).isNull();
		assertThat(this.line.of(waiting(450))).contains("wait-max=450ms");
		assertThat(this.line.of(waiting(200))).isNull();
	}

	@Test
	void saysAgainWhatHasNotBeenSeenForTenPeriods() {
		assertThat(this.line.of(waiting(200))).isNotNull();
		for (int period = 0; period < PeriodLine.PERIODS; period++) {
			assertThat(this.line.of(waiting(1))).isNull();
		}
		assertThat(this.line.of(waiting(200))).isNotNull();
	}

	@Test
	void saysOnlyWhatIsUnusualBesideTheRequests() {
		assertThat(this.line.of(with(List.of(pool("orders", 1)), List.of(new CacheWindow("tickets", 1, 99, 5, 7)))))
			.isEqualTo("period=30s requests=1000 p50=12ms p99=1310ms slow=0"
					+ " | cache=tickets hit-rate=1.00% evictions=5 size=7");
	}

	private static Window waiting(long millis) {
		return with(List.of(pool("orders", millis)), List.of());
	}

	private static Window with(List<PoolWindow> pools, List<CacheWindow> caches) {
		Window quiet = Samples.idle(Samples.NOON);
		return new Window(quiet.end(), Duration.ofSeconds(30), Samples.requests(1000, 0), pools, quiet.machine(),
				caches, List.of(), List.of(), List.of(), null);
	}

	private static PoolWindow pool(String name, long waitMillis) {
		return new PoolWindow(name, 10, 4, 6, 1300, 0, 0, 0, Samples.millis(waitMillis), 1290, Samples.millis(9000),
				Samples.millis(9), Samples.millis(8280), 0, 0, List.of(), OutsideWork.NONE);
	}

}
