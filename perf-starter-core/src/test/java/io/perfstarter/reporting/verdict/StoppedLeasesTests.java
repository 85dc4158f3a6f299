package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.verdict.Period.PoolPeriod;
import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StoppedLeases}.
 */
class StoppedLeasesTests {

	private final StoppedLeases rule = new StoppedLeases(List.of(new Allocation()));

	@Test
	void theStopsAreNamedWithTheShareOfTheWait() {
		Verdict verdict = this.rule.judge(with(0.31));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.share()).isEqualTo(0.9);
	}

	@Test
	void shortStopsAreNotWhyLeasesAreLong() {
		assertThat(this.rule.judge(with(0.3))).isNull();
	}

	private static Case with(double stopped) {
		return Period.slow(30)
			.takes(Part.POOL, 700)
			.takes(Part.STOP_THE_WORLD, 200)
			.takes(Part.SQL, 100)
			.awaits(PoolPeriod.of(2).stopped(stopped))
			.slowOnes();
	}

}
