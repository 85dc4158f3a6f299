package io.perfstarter.reporting;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

import io.perfstarter.reporting.request.SlowThresholds;
import io.perfstarter.support.ApplicationCode;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AdviceReporter}.
 */
class AdviceReporterTests {

	private final AtomicInteger queries = new AtomicInteger();

	private final ReportingSources sources = new ReportingSources(new ApplicationCode(Set.of()), true, Map::of,
			(pool) -> null, List::of, List::of, List::of, () -> null, false, this.queries::incrementAndGet, false,
			null);

	@Test
	void queriesAgainAfterTenMinutesAndWhenTheClockWasSetBack() throws Exception {
		try (TimeLimitedCaller aside = new TimeLimitedCaller(() -> {
		}, Duration.ofSeconds(30))) {
			AdviceReporter reporter = new AdviceReporter(
					new ReportingSettings(Duration.ofMinutes(1), new SlowThresholds(Duration.ZERO, Map.of()), 0),
					this.sources, aside);
			assertThat(queriesAfter(reporter, Samples.NOON)).isOne();
			assertThat(queriesAfter(reporter, Samples.NOON.plusSeconds(599))).isOne();
			assertThat(queriesAfter(reporter, Samples.NOON.plusSeconds(600))).isEqualTo(2);
			assertThat(queriesAfter(reporter, Samples.NOON.minus(Duration.ofDays(1)))).isEqualTo(3);
		}
	}

	private int queriesAfter(AdviceReporter reporter, Instant end) throws InterruptedException {
		reporter.sample(List.of(Samples.judged(end, null)));
		return this.queries.get();
	}

}
