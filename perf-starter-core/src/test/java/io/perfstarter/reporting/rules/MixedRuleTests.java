package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MixedRule}.
 */
class MixedRuleTests {

	@Test
	void namesTheTwoLargest() {
		Verdict verdict = new MixedRule().judge(Period.slow(30)
			.takes(TimeComponent.THREAD_WAIT, 250)
			.takes(TimeComponent.REMOTE, 350)
			.takes(TimeComponent.SQL, 300)
			.takes(TimeComponent.CPU, 100)
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.MIXED);
		assertThat(verdict.share()).isEqualTo(0.65);
		assertThat(verdict.evidence()).contains("remote 35 % and sql 30 %");
		assertThat(verdict.remedy()).contains("remote", Period.ROUTE);
	}

}
