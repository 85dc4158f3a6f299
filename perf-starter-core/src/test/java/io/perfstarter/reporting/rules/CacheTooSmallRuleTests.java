package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CacheTooSmallRule}.
 */
class CacheTooSmallRuleTests {

	private final CacheTooSmallRule rule = new CacheTooSmallRule();

	@Test
	void namesTheCacheThatEvictsMost() {
		Verdict verdict = this.rule
			.judge(period().cache("zones", 10, 100, 60).cache("tickets", 150, 600, 590).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CACHE_TOO_SMALL);
		assertThat(verdict.subject()).isEqualTo("tickets");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("20 %", "600 misses", "590 evictions", "100 entries");
		assertThat(verdict.remedy()).contains("tickets", "above 100");
	}

	@Test
	void aCacheThatAnswersHalfOfTheReadsWorks() {
		assertThat(this.rule.judge(period().cache("tickets", 99, 100, 100).slowOnes())).isNotNull();
		assertThat(this.rule.judge(period().cache("tickets", 100, 100, 100).slowOnes())).isNull();
	}

	@Test
	void missesAfterFirstReadsExpiryAndChangesNeedNoRoom() {
		assertThat(this.rule.judge(period().cache("tickets", 10, 100, 50).slowOnes())).isNotNull();
		assertThat(this.rule.judge(period().cache("tickets", 10, 100, 49).slowOnes())).isNull();
	}

	@Test
	void keysThatAreReadOnceNeedNoRoom() {
		assertThat(this.rule.judge(period().cache("tickets", 5, 95, 95).slowOnes())).isNotNull();
		assertThat(this.rule.judge(period().cache("tickets", 5, 96, 96).slowOnes())).isNull();
	}

	@Test
	void mostSlowRequestsMustHaveMissedSomething() {
		assertThat(this.rule.judge(period().cache("tickets", 5, 24, 24).slowOnes())).isNotNull();
		assertThat(this.rule.judge(period().cache("tickets", 5, 23, 23).slowOnes())).isNull();
	}

	@Test
	void aFewMissesSayNothing() {
		Period few = Period.slow(3).takes(TimeComponent.SQL, 800);
		assertThat(this.rule.judge(few.cache("tickets", 2, 9, 9).slowOnes())).isNull();
		assertThat(this.rule.judge(few.cache("others", 2, 10, 10).slowOnes())).isNotNull();
	}

	private static Period period() {
		return Period.slow(30)
			.takes(TimeComponent.SQL, 600)
			.takes(TimeComponent.FETCH, 100)
			.takes(TimeComponent.REMOTE, 200)
			.takes(TimeComponent.CPU, 100);
	}

}
