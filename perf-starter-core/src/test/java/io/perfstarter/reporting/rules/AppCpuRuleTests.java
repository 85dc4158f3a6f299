package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link AppCpuRule}.
 */
class AppCpuRuleTests {

	@Test
	void namesTheRouteToProfile() {
		Verdict verdict = new AppCpuRule()
			.judge(Period.slow(30).takes(TimeComponent.CPU, 410).takes(TimeComponent.SQL, 90).cpu(1.1, 1.3).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.APP_CPU);
		assertThat(verdict.share()).isEqualTo(0.82);
		assertThat(verdict.evidence()).contains("82 %", "410 ms", "1.1 of 2 processors");
		assertThat(verdict.remedy()).contains(Period.ROUTE, "JFR.start");
	}

	@Test
	void whatTheProcessUsedMayNotBeKnown() {
		assertThat(new AppCpuRule().judge(Period.slow(30).takes(TimeComponent.CPU, 410).cpu(Double.NaN, -1).slowOnes())
			.evidence()).contains("n/a of 2 ");
	}

}
