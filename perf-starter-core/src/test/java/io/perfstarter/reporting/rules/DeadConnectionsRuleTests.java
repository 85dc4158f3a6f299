package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link DeadConnectionsRule}.
 */
class DeadConnectionsRuleTests {

	private final DeadConnectionsRule rule = new DeadConnectionsRule();

	@Test
	void waitsWithIdleConnections() {
		Verdict verdict = this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(4).waits(1, 0.3)));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.DEAD_CONNECTIONS);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("300 ms", "1 times while connections were idle", "4 of 10");
		assertThat(verdict.remedy()).contains("max-lifetime", "keepalive-time");
	}

	@Test
	void anExhaustedPoolNeedsSuchAWaitForHalfOfTheSlowRequests() {
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).waits(15, 2)))).isNotNull();
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).waits(14, 2)))).isNull();
	}

	@Test
	void oneRequestHasItsShareOfTheWaitsOfItsPeriodOnly() {
		assertThat(this.rule.judge(waitingAlone(PoolPeriod.of(10).lent(30).waits(14, 2)))).isNull();
		assertThat(this.rule.judge(waitingAlone(PoolPeriod.of(10).lent(30).waits(15, 2)))).isNotNull();
	}

	@Test
	void aBusyPoolHasIdleConnectionsByChanceOnly() {
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(239).waits(30, 2)))).isNotNull();
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(240).waits(30, 2)))).isNull();
	}

	@Test
	void newOnesAreSlowToOpen() {
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(9).waits(0, 0.8)))).isNotNull();
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(10).waits(0, 0.8)))).isNull();
	}

	@Test
	void thePeriodMustHaveSeenTheWait() {
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(4).waits(0, 0.79)))).isNull();
		assertThat(this.rule.judge(waiting(PoolPeriod.of(10).lent(30).peak(4).waits(0, 0.79).refused(1, 0))))
			.isNotNull();
	}

	@Test
	void nothingIsKnownOfThePool() {
		assertThat(this.rule.judge(Period.slow(30).takes(TimeComponent.POOL, 800).slowOnes())).isNull();
	}

	private static Diagnosis waiting(PoolPeriod pool) {
		return Period.slow(30).takes(TimeComponent.POOL, 800).takes(TimeComponent.SQL, 200).awaits(pool).slowOnes();
	}

	private static Diagnosis waitingAlone(PoolPeriod pool) {
		Period period = Period.slow(30).takes(TimeComponent.POOL, 800).takes(TimeComponent.SQL, 200).awaits(pool);
		return Diagnosis.of(period.request(), period.build());
	}

}
