package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link PoolDeadlockRiskRule}.
 */
class PoolDeadlockRiskRuleTests {

	private final PoolDeadlockRiskRule rule = new PoolDeadlockRiskRule();

	@Test
	void namesHowManyConnectionsLetOneThreadGoOn() {
		Verdict verdict = this.rule.judge(with(2, 8, circle()).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.POOL_DEADLOCK_RISK);
		assertThat(verdict.evidence()).contains("needs 2 connections", "all 4 are active", "5 requests timed out");
		assertThat(verdict.remedy()).contains("at least 9 connections", "REQUIRES_NEW");
	}

	@Test
	void theFormulaStaysIfThreadsAreNotKnown() {
		Verdict verdict = this.rule.judge(with(3, 8, circle()).with((figures) -> figures.threads = null).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.remedy()).contains("threads x 2 + 1");
	}

	@Test
	void aPoolOfOneWithOneConnectionForEachTaskIsWaitedFor() {
		assertThat(this.rule.judge(with(1, 8, PoolPeriod.of(1).used(0.05).refused(5, 3)).slowOnes())).isNull();
	}

	@Test
	void allMustBeLent() {
		assertThat(this.rule.judge(with(2, 8, circle().peak(3)).slowOnes())).isNull();
	}

	@Test
	void connectionsThatAreUsedWorkOn() {
		assertThat(this.rule.judge(with(2, 8, circle().used(0.09)).slowOnes())).isNotNull();
		assertThat(this.rule.judge(with(2, 8, circle().used(0.1)).slowOnes())).isNull();
	}

	@Test
	void connectionsThatAreHeldForRemoteCallsWaitForThose() {
		assertThat(this.rule.judge(with(2, 8, circle().remote(0.49)).slowOnes())).isNotNull();
		assertThat(this.rule.judge(with(2, 8, circle().remote(0.5)).slowOnes())).isNull();
	}

	@Test
	void somebodyMustWaitOrHaveBeenRefused() {
		assertThat(this.rule.judge(with(2, 8, circle().refused(0, 1)).slowOnes())).isNotNull();
		assertThat(this.rule.judge(with(2, 8, circle().refused(0, 0)).slowOnes())).isNull();
	}

	private static PoolPeriod circle() {
		return PoolPeriod.of(4).used(0.01).refused(5, 0);
	}

	private static Period with(int connections, int threads, PoolPeriod pool) {
		return Period.slow(30)
			.takes(TimeComponent.POOL, 990)
			.takes(TimeComponent.SQL, 10)
			.connections(connections)
			.threads(threads, threads)
			.awaits(pool);
	}

}
