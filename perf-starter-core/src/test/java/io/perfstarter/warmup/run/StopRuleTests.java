package io.perfstarter.warmup.run;

import io.perfstarter.warmup.Outcome;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StopRule}.
 */
class StopRuleTests {

	private final StopRule rule = new StopRule(200, 1000);

	@Test
	void belowTheFloorNothingIsTrusted() {
		add(50, 10, 10, 10);
		assertThat(this.rule.isOver(true)).isFalse();
		assertThat(this.rule.outcome(true)).isEqualTo(Outcome.BUDGET);
		assertThat(this.rule.callsToFloor()).isEqualTo(50);
	}

	@Test
	void stableAndQuietIsConverged() {
		add(50, 90, 30, 10, 11, 10);
		assertThat(this.rule.isOver(true)).isTrue();
		assertThat(this.rule.outcome(true)).isEqualTo(Outcome.CONVERGED);
	}

	@Test
	void stableWhileTheJvmCompilesIsNot() {
		add(50, 90, 30, 10, 11, 10);
		assertThat(this.rule.isOver(false)).isFalse();
		assertThat(this.rule.outcome(false)).isEqualTo(Outcome.FLOOR_ONLY);
	}

	@Test
	void oneSlowBurstOfTheLastThreeDoesNotMatter() {
		add(50, 90, 10, 10, 80, 11);
		assertThat(this.rule.outcome(true)).isEqualTo(Outcome.CONVERGED);
	}

	@Test
	void twoSlowBurstsOfTheLastThreeDo() {
		add(50, 90, 10, 10, 80, 12);
		assertThat(this.rule.outcome(true)).isEqualTo(Outcome.FLOOR_ONLY);
	}

	@Test
	void justWithinIsStableAndJustBeyondIsNot() {
		add(50, 100, 110, 110, 110);
		assertThat(this.rule.outcome(true)).isEqualTo(Outcome.CONVERGED);
		add(50, 111, 111);
		assertThat(this.rule.outcome(true)).isEqualTo(Outcome.FLOOR_ONLY);
	}

	@Test
	void whatBecomesFasterGoesOnUntilTheMost() {
		long median = 1_000_000;
		for (int calls = 50; calls < 1000; calls += 50) {
			add(50, median);
			assertThat(this.rule.isOver(true)).isFalse();
			median = median * 85 / 100;
		}
		add(50, median);
		assertThat(this.rule.isOver(false)).isTrue();
		assertThat(this.rule.outcome(true)).isEqualTo(Outcome.FLOOR_ONLY);
	}

	@Test
	void floorOfFewCallsStillNeedsThreeBursts() {
		StopRule few = new StopRule(1, 1000);
		few.add(50, 10);
		few.add(50, 10);
		assertThat(few.isOver(true)).isFalse();
		few.add(50, 10);
		assertThat(few.isOver(true)).isTrue();
	}

	private void add(int calls, long... medians) {
		for (long median : medians) {
			this.rule.add(calls, median);
		}
	}

}
