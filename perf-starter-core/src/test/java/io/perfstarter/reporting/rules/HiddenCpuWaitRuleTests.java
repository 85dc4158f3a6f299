package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HiddenCpuWaitRule}.
 */
class HiddenCpuWaitRuleTests {

	private final HiddenCpuWaitRule rule = new HiddenCpuWaitRule();

	@Test
	void whatSeemsBlockedWaitsForAProcessor() {
		Verdict verdict = this.rule.judge(blocked(800, 200).cpu(0.3, 2).ready(1.2).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(verdict.share()).isEqualTo(0.8);
	}

	@Test
	void thisProcessMayBeWhoUsesThem() {
		Verdict verdict = this.rule.judge(blocked(800, 200).cpu(1.9, 2).ready(9).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
	}

	@Test
	void aBusyMachineOnWhichThisProcessDoesNotWaitIsNoCause() {
		assertThat(this.rule.judge(blocked(200, 800).pressure(1).cpu(0.3, 2).ready(0.01).slowOnes())).isNull();
		assertThat(this.rule.judge(blocked(200, 800).pressure(1).cpu(1, 2).ready(0.3).slowOnes())).isNotNull();
		assertThat(this.rule.judge(blocked(200, 800).pressure(1).cpu(1, 2).ready(0.29).slowOnes())).isNull();
	}

	@Test
	void whoIsBlockedForLongerThanItsThreadsWaitForAProcessorWaitsForSomethingElse() {
		assertThat(this.rule.judge(blocked(800, 100).cpu(0.5, 2).ready(2).slowOnes())).isNotNull();
		assertThat(this.rule.judge(blocked(801, 100).cpu(0.5, 2).ready(2).slowOnes())).isNull();
	}

	@Test
	void whereTheSystemDoesNotCountNobodyKnows() {
		assertThat(this.rule.judge(blocked(800, 200).pressure(1).ready(Double.NaN).slowOnes())).isNull();
	}

	@Test
	void whatAVirtualThreadOrAnAsynchronousRequestWaitsForNobodyKnows() {
		assertThat(this.rule
			.judge(blocked(800, 0).notMeasured(TimeComponent.CPU).pressure(1).cpu(0.3, 2).ready(5).slowOnes()))
			.isNull();
	}

	@Test
	void whoWasSeenToRestDoesNotWantAProcessor() {
		assertThat(this.rule.judge(blocked(800, 200).cpu(0.3, 2)
			.ready(1.2)
			.seen(3, Activity.SLEEP)
			.seen(7, Activity.COMPUTING)
			.slowOnes())).isNotNull();
		assertThat(this.rule.judge(blocked(800, 200).cpu(0.3, 2)
			.ready(1.2)
			.seen(3, Activity.SLEEP)
			.seen(1, Activity.LOCK)
			.seen(6, Activity.COMPUTING)
			.slowOnes())).isNull();
	}

	@Test
	void whatIsMeasuredIsNotHidden() {
		assertThat(this.rule.judge(blocked(800, 200).takes(TimeComponent.CPU_WAIT, 10).ready(5).slowOnes())).isNull();
	}

	private static Period blocked(double blocked, double cpu) {
		return Period.slow(30).takes(TimeComponent.BLOCKED, blocked).takes(TimeComponent.CPU, cpu);
	}

}
