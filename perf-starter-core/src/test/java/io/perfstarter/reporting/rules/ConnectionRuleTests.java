package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for the rules that judge the connections of a pool.
 */
class ConnectionRuleTests {

	@Test
	void namesTheRemoteCallItIsHeldFor() {
		Verdict verdict = PoolRules.heldIdle(held(PoolPeriod.of(2).used(0.04).remote(0.96)));
		assertThat(verdict.cause()).isEqualTo(Cause.CONNECTION_HELD_IDLE);
		assertThat(verdict.evidence()).contains("2 of 2", "for 4 %", "remote calls took 96 %");
		assertThat(verdict.remedy()).contains("POST token-service", "@Transactional", "spring.jpa.open-in-view=false");
	}

	@Test
	void isUsedFromHalfOfTheTimeOn() {
		assertThat(PoolRules.heldIdle(held(PoolPeriod.of(2).used(0.49)))).isNotNull();
		assertThat(PoolRules.heldIdle(held(PoolPeriod.of(2).used(0.5)))).isNull();
	}

	@Test
	void remoteCallsAreNamedOnlyIfTheyTakeLong() {
		Verdict named = PoolRules.heldIdle(held(PoolPeriod.of(2).used(0.1).remote(0.3)));
		Verdict other = PoolRules.heldIdle(held(PoolPeriod.of(2).used(0.1).remote(0.29)));
		assertThat(named.remedy()).contains("token-service");
		assertThat(other.remedy()).doesNotContain("token-service").contains("@Transactional");
	}

	@Test
	void nobodyMayTellOfRemoteCalls() {
		Verdict verdict = PoolRules.heldIdle(held(PoolPeriod.of(2).used(0.1).remote(-1)));
		assertThat(verdict.evidence()).contains("remote calls took n/a of it");
	}

	@Test
	void aProcessThatLacksProcessorsHoldsConnectionsForLonger() {
		PoolPeriod pool = PoolPeriod.of(2).used(0.1);
		Period period = Period.slow(30).takes(TimeComponent.POOL, 900).takes(TimeComponent.SQL, 100).awaits(pool);
		assertThat(PoolRules.heldIdle(period.cpu(1.9, 2).ready(3).slowOnes()).cause())
			.isEqualTo(Cause.CONNECTION_HELD_IDLE);
		assertThat(PoolRules.heldIdle(period.seen(4, Activity.COMPUTING).seen(1, Activity.SLEEP).slowOnes()).cause())
			.isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(PoolRules.heldIdle(period.seen(4, Activity.SLEEP).slowOnes()).cause())
			.isEqualTo(Cause.CONNECTION_HELD_IDLE);
	}

	private static Diagnosis held(PoolPeriod pool) {
		return Period.slow(30)
			.takes(TimeComponent.POOL, 900)
			.remote("POST token-service", 1, 300)
			.awaits(pool)
			.slowOnes();
	}

	@Test
	void namesWhereItWasBorrowed() {
		Verdict verdict = PoolRules.leak(
				Period.slow(3).takes(TimeComponent.POOL, 9).awaits(PoolPeriod.of(4).leak("Export.java:42")).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CONNECTION_LEAK);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("Export.java:42", "4 of 4");
		assertThat(verdict.remedy()).contains("Export.java:42", "@Transactional");
	}

	@Test
	void withoutALeakThereIsNone() {
		assertThat(PoolRules.leak(Period.slow(3).awaits(PoolPeriod.of(4)).slowOnes())).isNull();
	}

	@Test
	void newOnesAreSlowToOpen() {
		Verdict verdict = PoolRules.slowConnect(waiting(PoolPeriod.of(10).lent(30).peak(9).waits(0.8)).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_CONNECT);
		assertThat(verdict.evidence()).contains("800 ms", "9 of 10");
		assertThat(verdict.remedy()).contains("minimum-idle");
	}

	@Test
	void databaseRefusesNewOnes() {
		Verdict verdict = PoolRules.slowConnect(
				waiting(PoolPeriod.of(10).lent(30).peak(3).waits(0.8)).refusal("too many connections (SQLSTATE 53300)")
					.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CONNECTIONS_REFUSED);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("too many connections (SQLSTATE 53300)");
	}

	@Test
	void poolWithAllItsConnectionsOpensNone() {
		assertThat(PoolRules.slowConnect(waiting(PoolPeriod.of(10).lent(30).peak(10).waits(0.8)).slowOnes())).isNull();
	}

	@Test
	void thePeriodMustHaveSeenTheWait() {
		assertThat(PoolRules.slowConnect(waiting(PoolPeriod.of(10).lent(30).peak(4).waits(0.79)).slowOnes())).isNull();
		assertThat(
				PoolRules.slowConnect(waiting(PoolPeriod.of(10).lent(30).peak(4).waits(0.79).refused(1, 0)).slowOnes()))
			.isNotNull();
	}

	private static Period waiting(PoolPeriod pool) {
		return Period.slow(30).takes(TimeComponent.POOL, 800).takes(TimeComponent.SQL, 200).awaits(pool);
	}

	@Test
	void namesThePoolThatChecksItsConnections() {
		Verdict verdict = PoolRules.deadConnections(waiting().seenAtPool(10, 9).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.DEAD_CONNECTIONS);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("300 ms", "9 of 10 samples");
		assertThat(verdict.remedy()).contains("max-lifetime", "keepalive-time");
	}

	@Test
	void halfOfTheSamplesMustShowIt() {
		assertThat(PoolRules.deadConnections(waiting().seenAtPool(10, 5).slowOnes())).isNotNull();
		assertThat(PoolRules.deadConnections(waiting().seenAtPool(10, 4).slowOnes())).isNull();
	}

	@Test
	void whatNobodyHasSeenIsNotNamed() {
		assertThat(PoolRules.deadConnections(waiting().slowOnes())).isNull();
	}

	@Test
	void nothingIsKnownOfThePool() {
		assertThat(PoolRules.slowConnect(Period.slow(30).takes(TimeComponent.POOL, 800).slowOnes())).isNull();
		assertThat(
				PoolRules.deadConnections(Period.slow(30).takes(TimeComponent.POOL, 800).seenAtPool(9, 9).slowOnes()))
			.isNull();
	}

	private static Period waiting() {
		return waiting(PoolPeriod.of(10).lent(30).peak(4).waits(0.3));
	}

}
