package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BigResultGarbageRule}.
 */
class BigResultGarbageRuleTests {

	private final BigResultGarbageRule rule = new BigResultGarbageRule();

	@Test
	void theResultIsNamedAndNotTheMemory() {
		Verdict verdict = this.rule.judge(rows(5000).slowOnes());
		assertThat(verdict).isNotNull();
		assertThat(verdict.cause()).isEqualTo(Cause.BIG_RESULT);
		assertThat(verdict.subject()).isEqualTo("select * from orders");
		assertThat(verdict.share()).isEqualTo(1);
		assertThat(verdict.evidence()).contains("5000 rows", "paused for 20 %");
	}

	@Test
	void fewerRowsMakeNoSuchGarbage() {
		assertThat(this.rule.judge(rows(4999).slowOnes())).isNull();
	}

	@Test
	void otherStopsAreNotMadeByGarbage() {
		assertThat(CausalOrder.judge(rows(5000).stopped(6, 0).slowOnes(), List.of()).cause())
			.isEqualTo(Cause.NON_GC_SAFEPOINT);
	}

	private static Period rows(long rows) {
		return Period.slow(30)
			.takes(TimeComponent.JVM_PAUSE, 500)
			.stopped(6, 6)
			.statement("select * from orders", 1, 100, rows);
	}

}
