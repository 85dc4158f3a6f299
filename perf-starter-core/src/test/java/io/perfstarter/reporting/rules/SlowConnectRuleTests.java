package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link SlowConnectRule}.
 */
class SlowConnectRuleTests {

	private final SlowConnectRule rule = new SlowConnectRule();

	@Test
	void newOnesAreSlowToOpen() {
		Verdict verdict = this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(9).waits(0.8)).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_CONNECT);
		assertThat(verdict.evidence()).contains("800 ms", "9 of 10");
		assertThat(verdict.remedy()).contains("minimum-idle");
	}

	@Test
	void databaseRefusesNewOnes() {
		Verdict verdict = this.rule.judge(
				waiting(PoolPeriod.of(10).lent(30).peak(3).waits(0.8)).refusal("too many connections (SQLSTATE 53300)")
					.slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CONNECTIONS_REFUSED);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("too many connections (SQLSTATE 53300)");
	}

	@Test
	void poolWithAllItsConnectionsOpensNone() {
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(10).waits(0.8)).slowOnes())).isNull();
	}

	@Test
	void thePeriodMustHaveSeenTheWait() {
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(4).waits(0.79)).slowOnes())).isNull();
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(4).waits(0.79).refused(1, 0)).slowOnes()))
			.isNotNull();
	}

	@Test
	void nothingIsKnownOfThePool() {
		assertThat(this.rule.judge(Period.slow(30).takes(TimeComponent.POOL, 800).slowOnes())).isNull();
	}

	private static Period waiting(PoolPeriod pool) {
		return Period.slow(30).takes(TimeComponent.POOL, 800).takes(TimeComponent.SQL, 200).awaits(pool);
	}

}
