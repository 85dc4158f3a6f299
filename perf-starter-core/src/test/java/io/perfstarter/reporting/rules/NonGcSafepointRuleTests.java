package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link NonGcSafepointRule}.
 */
class NonGcSafepointRuleTests {

	private final NonGcSafepointRule rule = new NonGcSafepointRule();

	@Test
	void saysHowLittleTheCollectorDid() {
		Verdict verdict = this.rule.judge(stopped(4.2, 0.1).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.NON_GC_SAFEPOINT);
		assertThat(verdict.evidence()).contains("14 %", "2.4 %");
		assertThat(verdict.share()).isEqualTo(1);
	}

	@Test
	void isTheCollectorsFromHalfOfTheStopsOn() {
		assertThat(this.rule.judge(stopped(4, 1.99).slowOnes())).isNotNull();
		assertThat(this.rule.judge(stopped(4, 2).slowOnes())).isNull();
	}

	@Test
	void onlyTheExactCounterTells() {
		assertThat(this.rule.judge(stopped(4, 0).with((figures) -> figures.exact = false).slowOnes())).isNull();
	}

	@Test
	void isNotWhatThreadsWaitForIfTheyWaitForMemoryForLonger() {
		assertThat(this.rule.judge(stopped(4, 0).stalled(5).stopped(4, 0).slowOnes())).isNull();
	}

	@Test
	void nothingIsKnownOfTheCollector() {
		assertThat(this.rule.judge(stopped(4, -1).slowOnes())).isNull();
	}

	private static Period stopped(double seconds, double collecting) {
		return Period.slow(30).takes(TimeComponent.JVM_PAUSE, 500).stopped(seconds, collecting);
	}

}
