package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ConnectionLeakRule}.
 */
class ConnectionLeakRuleTests {

	@Test
	void namesWhereItWasBorrowed() {
		Verdict verdict = new ConnectionLeakRule().judge(
				Period.slow(3).takes(TimeComponent.POOL, 9).awaits(PoolPeriod.of(4).leak("Export.java:42")).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.CONNECTION_LEAK);
		assertThat(verdict.subject()).isEqualTo("orders");
		assertThat(verdict.evidence()).contains("Export.java:42", "4 of 4");
		assertThat(verdict.remedy()).contains("Export.java:42", "@Transactional");
	}

	@Test
	void withoutOneThereIsNone() {
		assertThat(new ConnectionLeakRule().judge(Period.slow(3).awaits(PoolPeriod.of(4)).slowOnes())).isNull();
	}

}
