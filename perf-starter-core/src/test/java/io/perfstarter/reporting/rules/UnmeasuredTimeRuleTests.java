package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link UnmeasuredTimeRule}.
 */
class UnmeasuredTimeRuleTests {

	private final UnmeasuredTimeRule rule = new UnmeasuredTimeRule();

	@ParameterizedTest
	@EnumSource(names = { "POOL", "SQL", "FETCH", "REMOTE", "JVM_PAUSE", "CPU" })
	void namesWhatIsMissing(TimeComponent component) {
		Verdict verdict = this.rule.judge(blocked(300).notMeasured(component).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.evidence()).startsWith("30 %").contains(component.title());
	}

	@Test
	void theQueueAndTheRunQueueAreKnownOtherwise() {
		assertThat(this.rule
			.judge(blocked(300).notMeasured(TimeComponent.CPU_WAIT).notMeasured(TimeComponent.THREAD_WAIT).slowOnes()))
			.isNull();
	}

	@Test
	void lessThanThirtyPercentIsExplained() {
		assertThat(
				this.rule.judge(blocked(299).notMeasured(TimeComponent.CPU).takes(TimeComponent.SQL, 701).slowOnes()))
			.isNull();
	}

	private static Period blocked(double blocked) {
		return Period.slow(30).takes(TimeComponent.BLOCKED, blocked).takes(TimeComponent.THREAD_WAIT, 1000 - blocked);
	}

}
