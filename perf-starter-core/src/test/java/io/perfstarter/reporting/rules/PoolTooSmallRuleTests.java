package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PoolTooSmallRule}.
 */
class PoolTooSmallRuleTests {

	private final PoolTooSmallRule rule = new PoolTooSmallRule();

	@Test
	void namesWhatIsNeededByLittlesLaw() {
		// 40 in a second, each for 100 ms: 4 on average, 5 if these are 80 %.
		Verdict verdict = this.rule.judge(with(PoolPeriod.of(2).usages(1200, 600)).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.POOL_TOO_SMALL);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("Of 2 connections, 2 were active on average", "100 ms",
				"statements for 90 %", "demand is 40 connections");
		assertThat(verdict.remedy()).contains("spring.datasource.hikari.maximum-pool-size to 5,");
	}

	@Test
	void aBurstNeedsMoreThanTheAverageTells() {
		Verdict verdict = this.rule.judge(with(PoolPeriod.of(2).lent(6).usages(60, 60)).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.remedy()).contains("above 2", "bursts");
	}

	@Test
	void namesTheStatementThatIsSlow() {
		Verdict verdict = this.rule
			.judge(with(PoolPeriod.of(2).used(0.9)).statement("select slow", 9, 100, 1).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.POOL_TOO_SMALL);
		assertThat(verdict.remedy()).contains("select slow", "100 ms", "must be 5");
	}

	@Test
	void shortOrRareStatementsAreNotNamed() {
		Verdict quick = this.rule
			.judge(with(PoolPeriod.of(2).used(0.9)).statement("select quick", 18, 99, 1).slowOnes());
		Verdict rare = this.rule.judge(with(PoolPeriod.of(2).used(0.9)).statement("select rare", 8, 100, 1).slowOnes());
		assertThat(quick).isNotNull();
		assertThat(quick.remedy()).doesNotContain("select");
		assertThat(rare).isNotNull();
		assertThat(rare.remedy()).doesNotContain("select");
	}

	@Test
	void theConnectionsMustBeLent() {
		assertThat(this.rule.judge(with(PoolPeriod.of(10).lent(240).peak(9)).slowOnes())).isNotNull();
		assertThat(this.rule.judge(with(PoolPeriod.of(10).lent(239).peak(9)).slowOnes())).isNull();
	}

	@Test
	void saysHowManySessionsRunInTheDatabase() {
		assertThat(this.rule.judge(with(PoolPeriod.of(10)).sessions(50, 45, 0, "").slowOnes())).isNotNull()
			.satisfies((verdict) -> assertThat(verdict.remedy()).contains("In the database 9 sessions ran at once"));
		assertThat(this.rule.judge(with(PoolPeriod.of(10)).sessions(50, 0, 0, "").slowOnes())).isNotNull()
			.satisfies((verdict) -> assertThat(verdict.remedy()).doesNotContain("In the database"));
	}

	private static Period with(PoolPeriod pool) {
		return Period.slow(30).takes(TimeComponent.POOL, 900).takes(TimeComponent.SQL, 100).awaits(pool);
	}

}
