package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Lock}.
 */
class LockTests {

	@Test
	void saysHowLongThreadsAreBlocked() {
		Verdict verdict = new Lock().judge(Period.slow(30).takes(Part.BLOCKED, 450).takes(Part.CPU, 50).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.LOCK);
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("90 %", "450 ms");
		assertThat(verdict.remedy()).contains(Period.ROUTE);
	}

}
