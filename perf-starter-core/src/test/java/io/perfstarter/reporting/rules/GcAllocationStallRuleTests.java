package io.perfstarter.reporting.rules;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link GcAllocationStallRule}.
 */
class GcAllocationStallRuleTests {

	private final GcAllocationStallRule rule = new GcAllocationStallRule();

	@Test
	void threadsThatWaitForMemorySeemBlocked() {
		Verdict verdict = this.rule.judge(stalled(3).heap("ZGC", 80, 512).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.GC_ALLOCATION);
		assertThat(verdict.share()).isEqualTo(0.8);
	}

	@Test
	void theHeapIsTooSmallByTheSameFactor() {
		Verdict verdict = this.rule.judge(stalled(3).heap("ZGC", 80, 128).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.GC_HEAP_TOO_SMALL);
	}

	@Test
	void shortWaitsAreNot() {
		assertThat(this.rule.judge(stalled(2.99).heap("ZGC", 80, 128).slowOnes())).isNull();
	}

	private static Period stalled(double seconds) {
		return Period.slow(30)
			.takes(TimeComponent.BLOCKED, 800)
			.takes(TimeComponent.CPU, 200)
			.stopped(0.1, 0.1)
			.stalled(seconds);
	}

}
