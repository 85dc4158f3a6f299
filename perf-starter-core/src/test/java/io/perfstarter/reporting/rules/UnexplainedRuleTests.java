package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link UnexplainedRule}.
 */
class UnexplainedRuleTests {

	@Test
	void saysWhatWasMeasuredAndWhatWasNot() {
		Verdict verdict = new UnexplainedRule().judge(blocked().seen(1, Activity.LOCK)
			.seen(2, Activity.SLEEP)
			.notMeasured(TimeComponent.REMOTE)
			.notMeasured(TimeComponent.CPU)
			.slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.share()).isEqualTo(1);
		assertThat(verdict.evidence())
			.contains("450 ms", "In 3 samples: 2 times it slept in " + Period.PLACE, "1 times it waited for a lock in ")
			.endsWith("Not measured: remote, cpu, CPU wait.");
		assertThat(verdict.remedy()).contains(Period.ROUTE, "observations", "sleep");
	}

	@Test
	void saysThatNobodyHasLooked() {
		assertThat(new UnexplainedRule().judge(blocked().slowOnes()).evidence())
			.contains("No thread samples were taken");
	}

	private static Period blocked() {
		return Period.slow(30).takes(TimeComponent.BLOCKED, 450);
	}

}
