package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link MixedRule}.
 */
class MixedRuleTests {

	private final MixedRule rule = new MixedRule();

	@Test
	void namesTheTwoLargest() {
		Verdict verdict = this.rule.judge(Period.slow(30)
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

	@ParameterizedTest
	@EnumSource(names = { "POOL", "SQL", "FETCH", "REMOTE", "JVM_PAUSE", "CPU" })
	void isUnsureAndNamesWhatIsMissing(TimeComponent component) {
		Verdict verdict = this.rule.judge(blocked(300).notMeasured(component).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.evidence()).startsWith("30 %").contains(component.title());
	}

	@Test
	void theQueueAndTheRunQueueAreKnownOtherwise() {
		assertThat(this.rule
			.judge(blocked(300).notMeasured(TimeComponent.CPU_WAIT).notMeasured(TimeComponent.THREAD_WAIT).slowOnes())
			.cause()).isEqualTo(Cause.MIXED);
	}

	@Test
	void lessThanThirtyPercentIsExplained() {
		assertThat(this.rule.judge(blocked(299).notMeasured(TimeComponent.CPU).takes(TimeComponent.SQL, 701).slowOnes())
			.cause()).isEqualTo(Cause.MIXED);
	}

	private static Period blocked(double blocked) {
		return Period.slow(30).takes(TimeComponent.BLOCKED, blocked).takes(TimeComponent.THREAD_WAIT, 1000 - blocked);
	}

}
