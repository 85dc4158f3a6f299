package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Lock}.
 */
class LockTests {

	@Test
	void saysHowLongThreadsAreBlockedAndHowOftenThatWasSeen() {
		Verdict verdict = new Lock().judge(blocked().looks(120, 110, 2).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.LOCK);
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("90 %", "450 ms", "110 of 120 looks");
		assertThat(verdict.remedy()).contains(Period.ROUTE);
	}

	@Test
	void halfOfTheBlockedTimeMustBeSeen() {
		assertThat(new Lock().judge(blocked().looks(100, 45, 0).slowOnes())).isNotNull();
		assertThat(new Lock().judge(blocked().looks(100, 44, 56).slowOnes())).isNull();
	}

	@Test
	void whatNobodyHasSeenIsNotNamed() {
		assertThat(new Lock().judge(blocked().slowOnes())).isNull();
		assertThat(new Lock().judge(blocked().looks(3, 0, 3).slowOnes())).isNull();
	}

	private static Period blocked() {
		return Period.slow(30).takes(Part.BLOCKED, 450).takes(Part.CPU, 50);
	}

}
