package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DatabaseSaturatedRule}.
 */
class DatabaseSaturatedRuleTests {

	private final DatabaseSaturatedRule rule = new DatabaseSaturatedRule();

	@Test
	void namesHowManySessionsRun() {
		Verdict verdict = this.rule
			.judge(slow().statement("select * from orders", 1, 900, 0).sessions(50, 45, 0, "").slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.DATABASE_SATURATED);
		assertThat(verdict.subject()).isEqualTo("select * from orders");
		assertThat(verdict.share()).isEqualTo(0.9);
		assertThat(verdict.evidence()).contains("9 sessions ran at once without waiting, on 2 processors");
	}

	@Test
	void moreSessionsThanProcessorsMustRun() {
		assertThat(this.rule.judge(slow().sessions(15, 15, 0, "").slowOnes())).isNotNull();
		assertThat(this.rule.judge(slow().sessions(50, 14, 0, "").slowOnes())).isNull();
	}

	@Test
	void databaseThatWasNotAskedIsNotJudged() {
		assertThat(this.rule.judge(slow().slowOnes())).isNull();
		assertThat(this.rule.judge(slow().refusal("too many connections").slowOnes())).isNull();
	}

	private static Period slow() {
		return Period.slow(30).takes(TimeComponent.SQL, 900).takes(TimeComponent.CPU, 100);
	}

}
