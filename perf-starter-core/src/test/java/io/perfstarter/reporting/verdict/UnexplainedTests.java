package io.perfstarter.reporting.verdict;

import io.perfstarter.reporting.window.Part;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Unexplained}.
 */
class UnexplainedTests {

	@Test
	void saysWhatWasMeasuredAndWhatWasNot() {
		Verdict verdict = new Unexplained()
			.judge(blocked().looks(40, 1, 37).notMeasured(Part.REMOTE).notMeasured(Part.CPU).slowOnes());
		assertThat(verdict.cause()).isEqualTo(Cause.UNSURE);
		assertThat(verdict.share()).isEqualTo(1);
		assertThat(verdict.evidence()).contains("450 ms", "40 looks", "a lock 1 times", "rested 37 times")
			.endsWith("n/a: remote, cpu, run-queue.");
		assertThat(verdict.remedy()).contains(Period.ROUTE, "observations", "sleeps");
	}

	@Test
	void saysThatNobodyHasLooked() {
		assertThat(new Unexplained().judge(blocked().slowOnes()).evidence()).contains("Nobody has looked");
	}

	private static Period blocked() {
		return Period.slow(30).takes(Part.BLOCKED, 450);
	}

}
