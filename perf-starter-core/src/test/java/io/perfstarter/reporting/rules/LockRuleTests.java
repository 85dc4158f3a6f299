package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockRule}.
 */
class LockRuleTests {

	@Test
	void saysHowLongThreadsAreBlockedAndHowOftenThatWasSeen() {
		Verdict verdict = new LockRule().judge(blocked().samples(120, 110, 2).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.LOCK);
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("90 %", "450 ms", "110 of 120 samples");
		assertThat(verdict.remedy()).contains(Period.ROUTE);
	}

	@Test
	void halfOfTheBlockedTimeMustBeSeen() {
		assertThat(new LockRule().judge(blocked().samples(100, 45, 0).slowOnes())).isNotNull();
		assertThat(new LockRule().judge(blocked().samples(100, 44, 56).slowOnes())).isNull();
	}

	@Test
	void whatNobodyHasSeenIsNotNamed() {
		assertThat(new LockRule().judge(blocked().slowOnes())).isNull();
		assertThat(new LockRule().judge(blocked().samples(3, 0, 3).slowOnes())).isNull();
	}

	private static Period blocked() {
		return Period.slow(30).takes(TimeComponent.BLOCKED, 450).takes(TimeComponent.CPU, 50);
	}

}
