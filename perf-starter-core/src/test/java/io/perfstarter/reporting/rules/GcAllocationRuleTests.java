package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GcAllocationRule}.
 */
class GcAllocationRuleTests {

	@Test
	void saysWhatARequestAllocates() {
		Verdict verdict = new GcAllocationRule().judge(period().allocates(40).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.evidence()).contains("paused for 20 %", "allocates 40 MB").doesNotContain("not known");
		assertThat(verdict.remedy()).contains(Period.ROUTE, "do not raise -Xmx");
	}

	@Test
	void saysWhatIsNotKnown() {
		Verdict verdict = new GcAllocationRule().judge(period().heap("G1", -1, 512).slowOnes());
		assertThat(verdict.evidence()).contains("live set n/a", "not known yet", "allocates n/a");
	}

	@Test
	void namesTheWaitForMemoryIfThatIsLonger() {
		Verdict verdict = new GcAllocationRule().judge(period().stalled(9).slowOnes());
		assertThat(verdict.evidence()).contains("waited for memory for 30 %");
	}

	private static Period period() {
		return Period.slow(30).takes(TimeComponent.JVM_PAUSE, 500).stopped(6, 6);
	}

}
