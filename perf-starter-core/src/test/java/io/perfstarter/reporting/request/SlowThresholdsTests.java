package io.perfstarter.reporting.request;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Tests for {@link SlowThresholds}.
 */
class SlowThresholdsTests {

	@Test
	void allAreSlowFromTheSameTimeOnAndNobodyAsksForTheirRoutes() {
		SlowThresholds thresholds = new SlowThresholds(Duration.ofMillis(300), Map.of());
		assertThat(thresholds.isSlow(299_999_999, () -> fail("asked"))).isFalse();
		assertThat(thresholds.isSlow(300_000_000, () -> fail("asked"))).isTrue();
	}

	@Test
	void routeMayHaveAThresholdOfItsOwn() {
		SlowThresholds thresholds = new SlowThresholds(Duration.ofNanos(100),
				Map.of("GET /reports", Duration.ofNanos(900)));
		assertThat(thresholds.isSlow(899, () -> "GET /reports")).isFalse();
		assertThat(thresholds.isSlow(900, () -> "GET /reports")).isTrue();
		assertThat(thresholds.isSlow(100, () -> "GET /orders")).isTrue();
	}

}
