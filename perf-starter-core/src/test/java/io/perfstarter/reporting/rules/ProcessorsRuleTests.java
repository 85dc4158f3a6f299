package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.OutsideWork;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link CpuRules#processors}, {@link CpuRules#hiddenWait} and
 * {@link CpuRules#appCpu}.
 */
class ProcessorsRuleTests {

	@Test
	void theProcessUsesItsProcessors() {
		Verdict verdict = CpuRules.processors(waits().cpu(1.9, 2).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
		assertThat(verdict.evidence()).contains("80 %", "1.9 of 2").endsWith("processors.");
	}

	@Test
	void threadsOutsideOfRequestsUseMost() {
		Period period = waits().cpu(1.9, 2);
		period.computing = new OutsideWork("report-* (app.Report.sum)", 0.5);
		assertThat(CpuRules.processors(period.slowOnes()).remedy()).doesNotContain("report");
		period.computing = new OutsideWork("report-* (app.Report.sum)", 0.51);
		assertThat(CpuRules.processors(period.slowOnes()).remedy())
			.startsWith("Outside of requests, report-* (app.Report.sum) uses 51 % of the CPU time");
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
		Verdict verdict = CpuRules
			.processors(waits().cpu(0.3, 2).pressure(0.96).with((figures) -> figures.throttled = 0.01).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(verdict.share()).isEqualTo(0.8);
		assertThat(verdict.evidence()).contains("0.30 of 2", "2 of 2", "pressure 96 %", "throttled 1 %");
		assertThat(verdict.remedy()).contains("other processes");
	}

	@Test
	void aQuotaHoldsTheProcessBack() {
		assertThat(CpuRules.processors(waits().with((figures) -> figures.throttled = 0.011).slowOnes()).remedy())
			.contains("CPU limit");
	}

	@Test
	void aQuotaMayNotBeKnown() {
		Verdict verdict = CpuRules.processors(waits().with((figures) -> figures.throttled = Double.NaN).slowOnes());
		assertThat(verdict.evidence()).contains("throttled n/a");
		assertThat(verdict.remedy()).contains("other processes");
	}

	private Cause cause(Period period) {
		return CpuRules.processors(period.slowOnes()).cause();
	}

	private static Period waits() {
		return Period.slow(30).takes(TimeComponent.CPU_WAIT, 800).takes(TimeComponent.CPU, 200);
	}

	@Test
	void whatSeemsBlockedWaitsForAProcessor() {
		Verdict verdict = CpuRules.hiddenWait(blocked(800, 200).cpu(0.3, 2).ready(1.2).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_STARVED_BY_OTHERS);
		assertThat(verdict.share()).isEqualTo(0.8);
	}

	@Test
	void thisProcessMayBeWhoUsesThem() {
		Verdict verdict = CpuRules.hiddenWait(blocked(800, 200).cpu(1.9, 2).ready(9).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.CPU_SATURATED_BY_SELF);
	}

	@Test
	void aBusyMachineOnWhichThisProcessDoesNotWaitIsNoCause() {
		assertThat(CpuRules.hiddenWait(blocked(200, 800).pressure(1).cpu(0.3, 2).ready(0.01).slowOnes())).isNull();
		assertThat(CpuRules.hiddenWait(blocked(200, 800).pressure(1).cpu(1, 2).ready(0.3).slowOnes())).isNotNull();
		assertThat(CpuRules.hiddenWait(blocked(200, 800).pressure(1).cpu(1, 2).ready(0.29).slowOnes())).isNull();
	}

	@Test
	void whoIsBlockedForLongerThanItsThreadsWaitForAProcessorWaitsForSomethingElse() {
		assertThat(CpuRules.hiddenWait(blocked(800, 100).cpu(0.5, 2).ready(2).slowOnes())).isNotNull();
		assertThat(CpuRules.hiddenWait(blocked(801, 100).cpu(0.5, 2).ready(2).slowOnes())).isNull();
	}

	@Test
	void whereTheSystemDoesNotCountNobodyKnows() {
		assertThat(CpuRules.hiddenWait(blocked(800, 200).pressure(1).ready(Double.NaN).slowOnes())).isNull();
	}

	@Test
	void whatAVirtualThreadOrAnAsynchronousRequestWaitsForNobodyKnows() {
		assertThat(CpuRules
			.hiddenWait(blocked(800, 0).notMeasured(TimeComponent.CPU).pressure(1).cpu(0.3, 2).ready(5).slowOnes()))
			.isNull();
	}

	@Test
	void theClockOfTheRequestDoesNotTellWhatATaskComputes() {
		Period waits = blocked(800, 10).cpu(0.3, 2);
		assertThat(CpuRules.seenComputing(waits.seen(9, Activity.COMPUTING).slowOnes())).isNull();
		assertThat(
				CpuRules.seenComputing(blocked(800, 10).cpu(0.3, 2).seen(9, Activity.COMPUTING_ELSEWHERE).slowOnes()))
			.satisfies((verdict) -> {
				assertThat(verdict.cause()).isEqualTo(Cause.APP_CPU);
				assertThat(verdict.evidence()).contains(Period.PLACE);
			});
	}

	@Test
	void whoWasSeenToRestDoesNotWantAProcessor() {
		assertThat(CpuRules.hiddenWait(blocked(800, 200).cpu(0.3, 2)
			.ready(1.2)
			.seen(3, Activity.SLEEP)
			.seen(7, Activity.COMPUTING)
			.slowOnes())).isNotNull();
		assertThat(CpuRules.hiddenWait(blocked(800, 200).cpu(0.3, 2)
			.ready(1.2)
			.seen(3, Activity.SLEEP)
			.seen(1, Activity.LOCK)
			.seen(6, Activity.COMPUTING)
			.slowOnes())).isNull();
	}

	@Test
	void whatIsMeasuredIsNotHidden() {
		assertThat(CpuRules.hiddenWait(blocked(800, 200).takes(TimeComponent.CPU_WAIT, 10).ready(5).slowOnes()))
			.isNull();
	}

	private static Period blocked(double blocked, double cpu) {
		return Period.slow(30).takes(TimeComponent.BLOCKED, blocked).takes(TimeComponent.CPU, cpu);
	}

	@Test
	void namesTheRouteToProfile() {
		Verdict verdict = CpuRules.appCpu(
				Period.slow(30).takes(TimeComponent.CPU, 410).takes(TimeComponent.SQL, 90).cpu(1.1, 1.3).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.APP_CPU);
		assertThat(verdict.share()).isEqualTo(0.82);
		assertThat(verdict.evidence()).contains("82 %", "410 ms", "1.1 of 2 processors");
		assertThat(verdict.remedy()).contains(Period.ROUTE, "JFR.start");
	}

	@Test
	void whatTheProcessUsedMayNotBeKnown() {
		assertThat(CpuRules.appCpu(Period.slow(30).takes(TimeComponent.CPU, 410).cpu(Double.NaN, -1).slowOnes())
			.evidence()).contains("n/a of 2 ");
	}

}
