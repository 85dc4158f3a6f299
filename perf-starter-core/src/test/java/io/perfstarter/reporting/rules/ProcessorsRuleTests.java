package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link ProcessorsRule}.
 */
class ProcessorsRuleTests {

	private final ProcessorsRule rule = new ProcessorsRule();

	@Test
	void theProcessUsesItsProcessors() {
		Verdict verdict = this.rule.judge(waits().cpu(1.9, 2).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(verdict.evidence()).contains("80 %", "1.9 of 2").endsWith("processors.");
	}

	@Test
	void fromSeventyPercentOn() {
		assertThat(cause(waits().cpu(1.4, 2))).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(cause(waits().cpu(1.39, 2))).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
	}

	@Test
	void whatIsNotKnownProvesNothing() {
		assertThat(cause(waits().cpu(Double.NaN, 2))).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
	}

	@Test
	void aQuotaBelowOneProcessorIsWhatIsSmall() {
		assertThat(cause(waits().with((figures) -> figures.processors = 1).cpu(1, 2)))
			.isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(cause(waits().with((figures) -> figures.processors = 0.5).cpu(0.5, 2)))
			.isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
	}

	@Test
	void aNeighbourUsesTheProcessors() {
		Verdict verdict = this.rule
			.judge(waits().cpu(0.3, 2).pressure(0.96).with((figures) -> figures.throttled = 0.01).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(verdict.share()).isEqualTo(0.8);
		assertThat(verdict.evidence()).contains("0.30 of 2", "2 of 2", "pressure 96 %", "throttled 1 %");
		assertThat(verdict.remedy()).contains("other processes");
	}

	@Test
	void aQuotaHoldsTheProcessBack() {
		assertThat(this.rule.judge(waits().with((figures) -> figures.throttled = 0.011).slowOnes()).remedy())
			.contains("CPU limit");
	}

	@Test
	void aQuotaMayNotBeKnown() {
		Verdict verdict = this.rule.judge(waits().with((figures) -> figures.throttled = Double.NaN).slowOnes());
		assertThat(verdict.evidence()).contains("throttled n/a");
		assertThat(verdict.remedy()).contains("other processes");
	}

	private Cause cause(Period period) {
		return this.rule.judge(period.slowOnes()).cause();
	}

	private static Period waits() {
		return Period.slow(30).takes(TimeComponent.CPU_WAIT, 800).takes(TimeComponent.CPU, 200);
	}

}
