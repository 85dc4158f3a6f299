package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GcHeapGrowsRule}.
 */
class GcHeapGrowsRuleTests {

	private final GcHeapGrowsRule rule = new GcHeapGrowsRule();

	@Test
	void namesHowMuchTheLiveSetHasGrown() {
		Verdict verdict = this.rule.judge(of(82, 30));
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_GROWS);
		assertThat(verdict.evidence()).contains("grown by 30 MB");
		assertThat(verdict.remedy()).doesNotContain("-Xmx");
	}

	@Test
	void mustHaveGrownMuch() {
		assertThat(this.rule.judge(of(82, 20))).isNotNull();
		assertThat(this.rule.judge(of(82, 19))).isNull();
	}

	@Test
	void heapWithRoomMayFill() {
		assertThat(this.rule.judge(of(33, 30))).isNull();
	}

	private static Diagnosis of(long live, long grown) {
		return Period.slow(30)
			.takes(TimeComponent.JVM_PAUSE, 500)
			.stopped(6, 6)
			.heap("Serial", live, 100)
			.grown(grown)
			.slowOnes();
	}

}
