package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CpuSaturatedBySelfRule}.
 */
class CpuSaturatedBySelfRuleTests {

	private final CpuSaturatedBySelfRule rule = new CpuSaturatedBySelfRule();

	@Test
	void theProcessUsesItsProcessors() {
		Verdict verdict = this.rule.judge(waits().cpu(1.9, 2).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(verdict.evidence()).contains("80 %", "1.9 of 2");
	}

	@Test
	void fromSeventyPercentOn() {
		assertThat(this.rule.judge(waits().cpu(1.4, 2).slowOnes())).isNotNull();
		assertThat(this.rule.judge(waits().cpu(1.39, 2).slowOnes())).isNull();
	}

	@Test
	void whatIsNotKnownProvesNothing() {
		assertThat(this.rule.judge(waits().cpu(Double.NaN, 2).slowOnes())).isNull();
	}

	@Test
	void aQuotaBelowOneProcessorIsWhatIsSmall() {
		assertThat(this.rule.judge(waits().processors(1).cpu(1, 2).slowOnes())).isNotNull();
		assertThat(this.rule.judge(waits().processors(0.5).cpu(0.5, 2).slowOnes())).isNull();
	}

	private static Period waits() {
		return Period.slow(30).takes(TimeComponent.CPU_WAIT, 800).takes(TimeComponent.CPU, 200);
	}

}
