package io.perfstarter.coherence.log;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LogTimings}.
 */
class LogTimingsTests {

	@ParameterizedTest
	@CsvSource({ "15s, 0, 1000", "15s, 100, 1000", "15s, 200, 2000", "15s, 1000, 3750", "2s, 0, 500", "2s, 200, 500" })
	void theIntervalGrowsWithTheMembersUpToAQuarterOfTheBound(String bound, int members, long millis) {
		LogTimings timings = new LogTimings(Duration.parse("PT" + bound));
		assertThat(timings.interval(members)).isEqualTo(Duration.ofMillis(millis));
	}

}
