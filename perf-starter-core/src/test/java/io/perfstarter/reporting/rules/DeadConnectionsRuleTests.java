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
	void namesThePoolThatChecksItsConnections() {
		Verdict verdict = this.rule.judge(waiting().seenAtPool(10, 9).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.DEAD_CONNECTIONS);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("300 ms", "9 of 10 samples");
		assertThat(verdict.remedy()).contains("max-lifetime", "keepalive-time");
	}

	@Test
	void halfOfTheSamplesMustShowIt() {
		assertThat(this.rule.judge(waiting().seenAtPool(10, 5).slowOnes())).isNotNull();
		assertThat(this.rule.judge(waiting().seenAtPool(10, 4).slowOnes())).isNull();
	}

	@Test
	void whatNobodyHasSeenIsNotNamed() {
		assertThat(this.rule.judge(waiting().slowOnes())).isNull();
	}

	@Test
	void nothingIsKnownOfThePool() {
		assertThat(this.rule.judge(Period.slow(30).takes(TimeComponent.POOL, 800).seenAtPool(9, 9).slowOnes()))
			.isNull();
	}

	private static Period waiting() {
		return Period.slow(30)
			.takes(TimeComponent.POOL, 800)
			.takes(TimeComponent.SQL, 200)
			.awaits(PoolPeriod.of(10).lent(30).peak(4).waits(0.3));
	}

}
