package io.perfstarter.routing.freshness;

import java.time.Duration;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LagLimit}.
 */
class LagLimitTests {

	private final LagLimit limit = new LagLimit(Duration.ofNanos(1_000));

	@ParameterizedTest
	@CsvSource({ "1000, false, false", "1001, false, true", "801, false, false", "1000, true, true", "801, true, true",
			"800, true, false", "0, true, false" })
	void replicaComesBackWellWithinTheLimit(long lag, boolean before, boolean late) {
		assertThat(this.limit.isLate(lag, before)).isEqualTo(late);
	}

}
