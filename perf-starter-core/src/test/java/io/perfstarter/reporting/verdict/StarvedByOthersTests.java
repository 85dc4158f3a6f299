package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link StarvedByOthers}.
 */
class StarvedByOthersTests {

	@Test
	void aNeighbourUsesTheProcessors() {
		Verdict verdict = new StarvedByOthers().judge(waits().cpu(0.3, 2).pressure(0.96).throttled(0.01).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(verdict.share()).isEqualTo(0.8);
		assertThat(verdict.evidence()).contains("0.3 of 2.0", "2.0 of 2", "pressure 96 %", "throttled 1 %");
		assertThat(verdict.remedy()).contains("neighbour");
	}

	@Test
	void aQuotaHoldsTheProcessBack() {
		assertThat(new StarvedByOthers().judge(waits().throttled(0.011).slowOnes()).remedy()).contains("quota");
	}

	@Test
	void aQuotaMayNotBeKnown() {
		Verdict verdict = new StarvedByOthers().judge(waits().throttled(Double.NaN).slowOnes());
		assertThat(verdict.evidence()).contains("throttled n/a");
		assertThat(verdict.remedy()).contains("neighbour");
	}

	private static Period waits() {
		return Period.slow(30).takes(Part.RUN_QUEUE, 800).takes(Part.CPU, 200);
	}

}
