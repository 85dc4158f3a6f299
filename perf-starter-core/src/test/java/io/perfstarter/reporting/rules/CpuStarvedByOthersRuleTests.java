package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CpuStarvedByOthersRule}.
 */
class CpuStarvedByOthersRuleTests {

	@Test
	void aNeighbourUsesTheProcessors() {
		Verdict verdict = new CpuStarvedByOthersRule()
			.judge(waits().cpu(0.3, 2).pressure(0.96).throttled(0.01).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(verdict.share()).isEqualTo(0.8);
		assertThat(verdict.evidence()).contains("0.30 of 2", "2 of 2", "pressure 96 %", "throttled 1 %");
		assertThat(verdict.remedy()).contains("other processes");
	}

	@Test
	void aQuotaHoldsTheProcessBack() {
		assertThat(new CpuStarvedByOthersRule().judge(waits().throttled(0.011).slowOnes()).remedy())
			.contains("CPU limit");
	}

	@Test
	void aQuotaMayNotBeKnown() {
		Verdict verdict = new CpuStarvedByOthersRule().judge(waits().throttled(Double.NaN).slowOnes());
		assertThat(verdict.evidence()).contains("throttled n/a");
		assertThat(verdict.remedy()).contains("other processes");
	}

	private static Period waits() {
		return Period.slow(30).takes(TimeComponent.CPU_WAIT, 800).takes(TimeComponent.CPU, 200);
	}

}
