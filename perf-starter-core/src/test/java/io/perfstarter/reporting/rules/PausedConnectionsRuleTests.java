package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PausedConnectionsRule}.
 */
class PausedConnectionsRuleTests {

	private final PausedConnectionsRule rule = new PausedConnectionsRule(List.of(new GcAllocationRule()));

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

	private static Diagnosis with(double stopped) {
		return Period.slow(30)
			.takes(TimeComponent.POOL, 700)
			.takes(TimeComponent.JVM_PAUSE, 200)
			.takes(TimeComponent.SQL, 100)
			.awaits(PoolPeriod.of(2).stopped(stopped))
			.slowOnes();
	}

}
