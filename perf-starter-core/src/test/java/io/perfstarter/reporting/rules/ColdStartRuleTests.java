package io.perfstarter.reporting.rules;

import java.util.List;

import io.perfstarter.reporting.rules.Period.PoolPeriod;
import io.perfstarter.reporting.window.Activity;
import io.perfstarter.reporting.window.TimeComponent;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link BlockedRules#coldStart}.
 */
class ColdStartRuleTests {

	@Test
	void firstRequestsLoadClasses() {
		Verdict verdict = judge(blocked().loads(BlockedRules.MANY_CLASSES));
		assertThat(verdict.cause()).isEqualTo(Cause.COLD_START);
		assertThat(verdict.evidence()).contains("500 classes");
		assertThat(verdict.remedy()).contains("perf-starter.warmup.requests");
		assertThat(verdict.others()).isEmpty();
	}

	@Test
	void slowConnectionsAreNamedToo() {
		Verdict verdict = judge(Period.slow(30)
			.takes(TimeComponent.POOL, 800)
			.takes(TimeComponent.SQL, 200)
			.awaits(PoolPeriod.of(10).lent(30).peak(9).waits(0.8))
			.loads(2_000));
		assertThat(verdict.cause()).isEqualTo(Cause.COLD_START);
		assertThat(verdict.others()).extracting(Verdict::cause).contains(Cause.SLOW_CONNECT);
	}

	@Test
	void aLockIsNamedToo() {
		Verdict verdict = judge(blocked().seen(30, Activity.LOCK).loads(2_000));
		assertThat(verdict.cause()).isEqualTo(Cause.COLD_START);
		assertThat(verdict.others()).extracting(Verdict::cause).contains(Cause.LOCK);
	}

	@Test
	void aWaitThatLastsIsNoStart() {
		assertThat(judge(blocked().seen(BlockedRules.LASTING, Activity.LOCK).loads(2_000)).cause())
			.isEqualTo(Cause.LOCK);
		assertThat(judge(blocked().seen(BlockedRules.LASTING, Activity.PROCESS).loads(2_000)).cause())
			.isEqualTo(Cause.BLOCKED_ELSEWHERE);
	}

	@Test
	void loadingClassesAtOnePlaceIsAStart() {
		assertThat(judge(blocked().seen(BlockedRules.LASTING, Activity.CLASS_LOADING).loads(2_000)).cause())
			.isEqualTo(Cause.COLD_START);
	}

	@Test
	void fewClassesExplainNothing() {
		assertThat(judge(blocked().loads(BlockedRules.MANY_CLASSES - 1)).cause()).isEqualTo(Cause.UNSURE);
	}

	@Test
	void whatIsKnownToBeSlowIsNamed() {
		Verdict verdict = judge(Period.slow(30).takes(TimeComponent.SQL, 900).loads(2_000));
		assertThat(verdict.cause()).isEqualTo(Cause.SLOW_SQL);
	}

	private static Period blocked() {
		return Period.slow(30).takes(TimeComponent.BLOCKED, 900);
	}

	private static Verdict judge(Period period) {
		return CausalOrder.judge(period.slowOnes(), List.of());
	}

}
