package io.perfstarter.reporting.verdict;

import java.util.List;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link HiddenRunQueue}.
 */
class HiddenRunQueueTests {

	private final HiddenRunQueue rule = new HiddenRunQueue(List.of(new SaturatedBySelf(), new StarvedByOthers()));

	@Test
	void whatSeemsBlockedWaitsForAProcessor() {
		Verdict verdict = this.rule.judge(blocked(800, 200).pressure(0.9).cpu(0.3, 2).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(verdict.share()).isEqualTo(0.8);
	}

	@Test
	void thisProcessMayBeWhoUsesThem() {
		Verdict verdict = this.rule.judge(blocked(800, 200).pressure(0.9).cpu(1.9, 2).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
	}

	@Test
	void somebodyMustWaitOrBeHeldBack() {
		assertThat(this.rule.judge(blocked(800, 200).pressure(0.2).slowOnes())).isNotNull();
		assertThat(this.rule.judge(blocked(800, 200).pressure(0.19).slowOnes())).isNull();
		assertThat(this.rule.judge(blocked(800, 200).pressure(Double.NaN).throttled(0.2).slowOnes())).isNotNull();
		assertThat(this.rule.judge(blocked(800, 200).pressure(Double.NaN).throttled(0.19).slowOnes())).isNull();
	}

	@Test
	void aThreadThatHardlyComputesWaitsForSomethingElse() {
		assertThat(this.rule.judge(blocked(800, 40).pressure(0.9).slowOnes())).isNotNull();
		assertThat(this.rule.judge(blocked(800, 39.9).pressure(0.9).slowOnes())).isNull();
	}

	@Test
	void whereOnlyTheProcessIsMeasuredItMustCompute() {
		assertThat(this.rule.judge(blocked(800, 0).notMeasured(Part.CPU).pressure(0.9).cpu(0.1, 2).slowOnes()))
			.isNotNull();
		assertThat(this.rule.judge(blocked(800, 0).notMeasured(Part.CPU).pressure(0.9).cpu(0.09, 2).slowOnes()))
			.isNull();
	}

	@Test
	void whatIsMeasuredIsNotHidden() {
		assertThat(this.rule.judge(blocked(800, 200).takes(Part.RUN_QUEUE, 10).pressure(0.9).slowOnes())).isNull();
	}

	private static Period blocked(double blocked, double cpu) {
		return Period.slow(30).takes(Part.BLOCKED, blocked).takes(Part.CPU, cpu);
	}

}
