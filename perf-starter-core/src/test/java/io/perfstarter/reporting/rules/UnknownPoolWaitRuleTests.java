package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link UnknownPoolWaitRule}.
 */
class UnknownPoolWaitRuleTests {

	@Test
	void saysWhatIsKnownOfThePool() {
		Verdict verdict = new UnknownPoolWaitRule()
			.judge(Period.slow(30).takes(TimeComponent.POOL, 900).awaits(PoolPeriod.of(10).peak(4)).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("4 of 10");
	}

	@Test
	void saysThatNothingIs() {
		Verdict verdict = new UnknownPoolWaitRule().judge(Period.slow(30).takes(TimeComponent.POOL, 900).slowOnes());
		assertThat(verdict.subject()).isEmpty();
		assertThat(verdict.evidence()).contains("not known");
	}

}
