package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Mixed}.
 */
class MixedTests {

	@Test
	void namesTheTwoLargest() {
		Verdict verdict = new Mixed().judge(Period.slow(30)
			.takes(Part.QUEUE, 250)
			.takes(Part.REMOTE, 350)
			.takes(Part.SQL, 300)
			.takes(Part.CPU, 100)
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.MIXED);
		assertThat(verdict.share()).isEqualTo(0.65);
		assertThat(verdict.evidence()).contains("remote 35 % and sql 30 %");
		assertThat(verdict.remedy()).contains("remote", Period.ROUTE);
	}

}
