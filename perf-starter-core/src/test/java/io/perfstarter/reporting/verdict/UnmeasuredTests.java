package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Unmeasured}.
 */
class UnmeasuredTests {

	private final Unmeasured rule = new Unmeasured();

	@ParameterizedTest
	@EnumSource(names = { "POOL", "SQL", "FETCH", "REMOTE", "STOP_THE_WORLD", "CPU" })
	void namesWhatIsMissing(Part part) {
		Verdict verdict = this.rule.judge(blocked(300).notMeasured(part).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.evidence()).startsWith("30 %").contains(part.label());
	}

	@Test
	void theQueueAndTheRunQueueAreKnownOtherwise() {
		assertThat(this.rule.judge(blocked(300).notMeasured(Part.RUN_QUEUE).notMeasured(Part.QUEUE).slowOnes()))
			.isNull();
	}

	@Test
	void lessThanThirtyPercentIsExplained() {
		assertThat(this.rule.judge(blocked(299).notMeasured(Part.CPU).takes(Part.SQL, 701).slowOnes())).isNull();
	}

	private static Period blocked(double blocked) {
		return Period.slow(30).takes(Part.BLOCKED, blocked).takes(Part.QUEUE, 1000 - blocked);
	}

}
