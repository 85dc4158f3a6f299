package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionHeldIdleRule}.
 */
class ConnectionHeldIdleRuleTests {

	private final ConnectionHeldIdleRule rule = new ConnectionHeldIdleRule();

	@Test
	void namesTheRemoteCallItIsHeldFor() {
		Verdict verdict = this.rule.judge(with(PoolPeriod.of(2).used(0.04).remote(0.96)));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CONNECTION_HELD_IDLE);
		assertThat(verdict.evidence()).contains("2 of 2", "for 4 %", "remote calls took 96 %");
		assertThat(verdict.remedy()).contains("POST token-service", "@Transactional", "spring.jpa.open-in-view=false");
	}

	@Test
	void isUsedFromHalfOfTheTimeOn() {
		assertThat(this.rule.judge(with(PoolPeriod.of(2).used(0.49)))).isNotNull();
		assertThat(this.rule.judge(with(PoolPeriod.of(2).used(0.5)))).isNull();
	}

	@Test
	void remoteCallsAreNamedOnlyIfTheyTakeLong() {
		Verdict named = this.rule.judge(with(PoolPeriod.of(2).used(0.1).remote(0.3)));
		Verdict other = this.rule.judge(with(PoolPeriod.of(2).used(0.1).remote(0.29)));
		assertThat(named).isNotNull();
		assertThat(named.remedy()).contains("token-service");
		assertThat(other).isNotNull();
		assertThat(other.remedy()).doesNotContain("token-service").contains("@Transactional");
	}

	@Test
	void nobodyMayTellOfRemoteCalls() {
		Verdict verdict = this.rule.judge(with(PoolPeriod.of(2).used(0.1).remote(-1)));
		assertThat(verdict).isNotNull();
		assertThat(verdict.evidence()).contains("remote calls took n/a of it");
	}

	@Test
	void aProcessThatLacksProcessorsHoldsConnectionsForLonger() {
		PoolPeriod pool = PoolPeriod.of(2).used(0.1);
		Period period = Period.slow(30).takes(TimeComponent.POOL, 900).takes(TimeComponent.SQL, 100).awaits(pool);
		assertThat(this.rule.judge(period.cpu(1.9, 2).ready(3).slowOnes()).cause())
			.isEqualTo(Cause.CONNECTION_HELD_IDLE);
		assertThat(this.rule.judge(period.seen(4, Activity.COMPUTING).seen(1, Activity.SLEEP).slowOnes()).cause())
			.isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(this.rule.judge(period.seen(4, Activity.SLEEP).slowOnes()).cause())
			.isEqualTo(Cause.CONNECTION_HELD_IDLE);
	}

	private static Diagnosis with(PoolPeriod pool) {
		return Period.slow(30)
			.takes(TimeComponent.POOL, 900)
			.remote("POST token-service", 1, 300)
			.awaits(pool)
			.slowOnes();
	}

}
